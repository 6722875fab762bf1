import type { EventReader } from '@shop/stores/event-store/event-store'
import { type AnyDecider, type KnownStream, note, streamFrom, trim, unknownStream } from './known-stream.ts'
import type { SnapshotKeeper } from './snapshot-keeper.ts'
import type { StreamCache } from './stream-cache.ts'

/** Folds a stream that is not in memory: from its newest snapshot, or from its first event. */
export function createStreamReader(log: EventReader, snapshots: SnapshotKeeper, { whileReading }: StreamCache) {
  async function fromSnapshot(decider: AnyDecider, name: string): Promise<KnownStream | undefined> {
    const snapshot = await snapshots.find(decider, name)
    if (!snapshot) return undefined
    const known = streamFrom(decider, snapshot)
    const isOfThisLog = await whileReading(known, async () => {
      let isSame = false
      for await (const event of log.readStream(name, snapshot.version)) {
        if (event.version > snapshot.version) note(known, event)
        else if (event.id === snapshot.eventId) isSame = true
        else break
      }
      return isSame
    })
    if (isOfThisLog) return known
    // The log was restored to a backup, and the stream has another event at this version.
    await snapshots.forget(name)
    return undefined
  }

  async function fromStart(decider: AnyDecider, name: string): Promise<KnownStream> {
    const known = unknownStream(decider, name)
    const forgetBefore = snapshots.forgetBefore()
    await whileReading(known, async () => {
      for await (const event of log.readStream(name)) {
        note(known, event)
        if (known.windows.length > 3) trim(known, forgetBefore)
      }
    })
    return known
  }

  return { fromSnapshot, fromStart }
}
