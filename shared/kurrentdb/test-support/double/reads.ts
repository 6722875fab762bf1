import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js'
import type { handleServerStreamingCall } from '@grpc/grpc-js'
import { admit, type Faults } from './faults.ts'
import type { Log } from './log.ts'
import { eventMessage, notFoundMessage, textOf } from './messages.ts'
import type { Stored } from './streams.ts'
import type { ReadCall, Subscriptions } from './subscriptions.ts'

export function readCall(
  log: Log,
  faults: Faults,
  subscriptions: Subscriptions,
): handleServerStreamingCall<ReadReq, ReadResp> {
  return async (call) => {
    try {
      await admit(faults, call)
      const options = call.request.getOptions()!
      if (call.cancelled) return
      if (options.hasSubscription()) return subscriptions.serve(call, options)
      const name = textOf(options.getStream()?.getStreamIdentifier()?.getStreamName_asU8())
      const events = options.hasStream() ? ofStream(log, name, options) : ofAll(log, options)
      if (!events) call.write(notFoundMessage(name))
      else await send(call, events.slice(0, Number(options.getCount())), faults)
      call.end()
    } catch (error) {
      call.emit('error', error)
    }
  }
}

async function send(call: ReadCall, events: readonly Stored[], faults: Faults) {
  let goOn = () => {}
  call.on('drain', () => goOn())
  call.on('cancelled', () => goOn())
  for (const event of events) {
    if (faults.hung || faults.refusing) await admit(faults)
    if (call.cancelled) return
    if (call.write(eventMessage(event))) continue
    await new Promise<void>((resolve) => {
      goOn = resolve
    })
  }
}

const isBackwards = (options: ReadReq.Options) => options.getReadDirection() === 1

function ofStream(log: Log, name: string, options: ReadReq.Options): readonly Stored[] | undefined {
  const stored = log.visible(name)
  const from = options.getStream()!
  if (!stored || !isBackwards(options)) {
    const first = from.hasRevision() ? Number(from.getRevision()) : from.hasEnd() ? Number.POSITIVE_INFINITY : 0
    return stored?.filter(({ revision }) => revision >= first)
  }
  const last = from.hasRevision() ? Number(from.getRevision()) : from.hasStart() ? 0 : Number.POSITIVE_INFINITY
  return stored.filter(({ revision }) => revision <= last).toReversed()
}

/** Reading forwards includes the event at the position; reading backwards does not. */
function ofAll(log: Log, options: ReadReq.Options): readonly Stored[] {
  const from = options.getAll()!
  const start = from.hasPosition()
    ? log.indexFrom(Number(from.getPosition()!.getCommitPosition()))
    : from.hasEnd()
      ? log.events.length
      : 0
  const count = Number(options.getCount())
  return isBackwards(options)
    ? log.events.slice(Math.max(0, start - count), start).toReversed()
    : log.events.slice(start, start + count)
}
