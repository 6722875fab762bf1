import type { Position, Recorded } from '@shop/language/events/event'
import type { EventReader } from '@shop/stores/event-store/event-store'
import { type AnyDecider, type KnownStream, note, streamFrom, trim, unknownStream } from './known-stream.ts'
import type { SnapshotKeeper } from './snapshot-keeper.ts'
import type { StreamCache } from './stream-cache.ts'

export type Reading = Readonly<{ log: EventReader; snapshots: SnapshotKeeper; cache: StreamCache }>

export async function readToEnd(reading: Reading, decider: AnyDecider, name: string): Promise<KnownStream> {
  const snapshot = await reading.snapshots.find(decider, name)
  if (!snapshot) return readWhole(reading, decider, name)
  const known = streamFrom(decider, snapshot)
  let isOfThisLog = false
  await readOn(reading, known, snapshot.version, (event) => {
    isOfThisLog ||=
      event.version === snapshot.version &&
      event.id === snapshot.eventId &&
      logOf(event.position) === logOf(snapshot.position)
    if (isOfThisLog) note(known, event)
    return isOfThisLog
  })
  if (isOfThisLog) return known
  // The log was moved, or restored from a backup: another event, or no event, has the snapshot's version and position now.
  await reading.snapshots.forget(name)
  return readWhole(reading, decider, name)
}

/** A position begins with the name of its log. */
const logOf = (position: Position) => position.slice(0, position.indexOf('.') + 1)

export async function readWhole(reading: Reading, decider: AnyDecider, name: string): Promise<KnownStream> {
  const known = unknownStream(decider, name)
  const forgetBefore = reading.snapshots.forgetBefore()
  await readOn(reading, known, 0, (event) => {
    note(known, event)
    trim(known, forgetBefore)
    return true
  })
  return known
}

export const readOn = (
  { log, cache }: Reading,
  known: KnownStream,
  from: number,
  onEvent: (event: Recorded) => boolean,
) =>
  cache.whileReading(known, async () => {
    for await (const event of log.readStream(known.name, from)) if (!onEvent(event)) break
  })
