import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js'
import { type ServerWritableStream, status } from '@grpc/grpc-js'
import { type Faults, grpcError } from './faults.ts'
import type { Log } from './log.ts'
import { caughtUpMessage, checkpointMessage, confirmationMessage, eventMessage, textOf } from './messages.ts'
import type { Stored } from './streams.ts'

export type ReadCall = ServerWritableStream<ReadReq, ReadResp>

/** A live subscriber that is behind by more events than this is dropped. */
const LIVE_BUFFER = 32
const DEFAULT_WINDOW = 32

const TOO_SLOW = grpcError(
  status.ABORTED,
  'Consumer too slow to handle event while live. Client resubscription required.',
)

export function createSubscriptions(log: Log, faults: Faults) {
  let tooSlow = 0
  const open = new Set<{ drop: (error: Error) => void; pump: () => void }>()

  function serve(call: ReadCall, options: ReadReq.Options) {
    const matches = matcherOf(options)
    const checkpointEvery = checkpointEveryOf(options)
    let next = startOf(log, options)
    let isLive = false
    let isBlocked = false
    let isOver = false
    let lookedAt = 0

    function send(message: ReadResp) {
      if (!call.write(message)) isBlocked = true
    }
    call.on('drain', () => {
      isBlocked = false
      pump()
    })

    function pump() {
      while (next < log.events.length && !isOver && !isBlocked && !faults.hung) {
        const event = log.events[next]!
        next += 1
        lookedAt += 1
        if (matches(event)) {
          send(eventMessage(event))
          if (faults.doubledDeliveries > 0) {
            faults.doubledDeliveries -= 1
            send(eventMessage(event))
          }
        }
        if (lookedAt % checkpointEvery === 0) send(checkpointMessage(event.position))
      }
      if (isOver) return
      const lag = log.events.length - next
      if (lag > 0 || faults.hung) {
        if (isLive && lag > LIVE_BUFFER && !faults.hung) {
          tooSlow += 1
          drop(TOO_SLOW)
        }
      } else if (!isLive) {
        isLive = true
        send(caughtUpMessage())
      }
    }

    function drop(error: Error) {
      leave()
      call.emit('error', error)
    }
    const forget = log.onCommit(pump)
    const subscription = { drop, pump }
    const leave = () => {
      isOver = true
      forget()
      open.delete(subscription)
    }
    open.add(subscription)
    call.on('cancelled', leave)
    call.on('close', leave)
    send(confirmationMessage(crypto.randomUUID()))
    pump()
  }

  return {
    serve,
    drop(error: Error = TOO_SLOW) {
      const dropped = [...open]
      for (const subscription of dropped) subscription.drop(error)
      return dropped.length
    },
    /** Delivers the events that came during a hang. */
    resume() {
      for (const { pump } of [...open]) pump()
    },
    count: () => open.size,
    tooSlow: () => tooSlow,
  }
}
export type Subscriptions = ReturnType<typeof createSubscriptions>

/** The index of the first event that a subscription gets. A given position or revision is exclusive. */
function startOf(log: Log, options: ReadReq.Options): number {
  const all = options.getAll()
  if (all) {
    if (all.hasEnd()) return log.events.length
    if (!all.hasPosition()) return 0
    return Math.min(log.indexFrom(Number(all.getPosition()!.getCommitPosition())) + 1, log.events.length)
  }
  const from = options.getStream()!
  const stored = log.visible(textOf(from.getStreamIdentifier()?.getStreamName_asU8())) ?? []
  if (from.hasEnd()) return log.events.length
  const after = from.hasRevision() ? stored[Number(from.getRevision())] : undefined
  return after ? log.indexFrom(after.position + 1) : 0
}

function matcherOf(options: ReadReq.Options): (event: Stored) => boolean {
  const stream = options.getStream()
  if (stream) {
    const name = textOf(stream.getStreamIdentifier()?.getStreamName_asU8())
    return (event) => event.stream === name
  }
  const filter = options.getFilter()
  if (!filter) return () => true
  const byName = filter.getStreamIdentifier()
  const expression = (byName ?? filter.getEventType())!
  const prefixes = expression.getPrefixList()
  const regex = new RegExp(expression.getRegex())
  return (event) => {
    const text = byName ? event.stream : event.type
    return prefixes.length > 0 ? prefixes.some((prefix) => text.startsWith(prefix)) : regex.test(text)
  }
}

function checkpointEveryOf(options: ReadReq.Options): number {
  const filter = options.getFilter()
  if (!filter) return Number.POSITIVE_INFINITY
  return filter.getCheckpointintervalmultiplier() * (filter.hasMax() ? filter.getMax() : DEFAULT_WINDOW)
}
