import type { Position } from '@shop/language/events/event'
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
  for await (const event of eventsFor(known, reading, snapshot.version)) {
    isOfThisLog ||=
      event.version === snapshot.version &&
      event.id === snapshot.eventId &&
      logOf(event.position) === logOf(snapshot.position)
    if (!isOfThisLog) break
    note(known, event)
  }
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
  for await (const event of eventsFor(known, reading, 0)) {
    note(known, event)
    trim(known, forgetBefore)
  }
  return known
}

/** The events of the stream from version `from` on, for `known`. */
export async function* eventsFor(known: KnownStream, { log, cache: { beingRead } }: Reading, from: number) {
  beingRead.add(known)
  try {
    yield* log.readStream(known.name, from)
  } finally {
    beingRead.delete(known)
  }
}
