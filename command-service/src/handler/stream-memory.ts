import type { EventReader } from '@shop/stores/event-store/event-store'
import { type AnyDecider, type KnownStream, note, SNAPSHOT_INTERVAL } from './known-stream.ts'
import { createStreamReader } from './read-stream.ts'
import type { SnapshotKeeper } from './snapshot-keeper.ts'
import { createStreamCache } from './stream-cache.ts'

type Options = Readonly<{ now: () => Date; maxWeight: number }>

/**
 * The streams in memory. Where one process writes the log, an entry is current; where several do, it is the stream as it
 * was when it was last read. A stream is read by one reader at a time.
 */
export function createStreamMemory(log: EventReader, snapshots: SnapshotKeeper, { now, maxWeight }: Options) {
  const cache = createStreamCache(maxWeight)
  const { fromSnapshot, fromStart } = createStreamReader(log, snapshots, cache)
  const readings = new Map<string, Promise<KnownStream>>()

  /** Reads the stream to its end, from its newest snapshot if there is one. */
  function read(decider: AnyDecider, name: string): Promise<KnownStream> {
    const reading = readings.get(name) ?? readUntilSound(decider, name)
    readings.set(name, reading)
    const done = () => {
      if (readings.get(name) === reading) readings.delete(name)
    }
    reading.then(done, done)
    return reading
  }

  async function readUntilSound(decider: AnyDecider, name: string): Promise<KnownStream> {
    for (;;) {
      const startedMs = now().getTime()
      const known = (await fromSnapshot(decider, name)) ?? (await fromStart(decider, name))
      if (known.dropped) continue
      // A command or a reading that ended meanwhile may have more of the stream's events.
      const other = cache.peek(name)
      if (other && other.folded.version >= known.folded.version) return other
      return seen(known, startedMs)
    }
  }

  /** Reads the events since the last reading. Returns another entry if the given one was dropped. */
  async function catchUp(known: KnownStream): Promise<KnownStream> {
    const startedMs = now().getTime()
    const { decider, name } = known
    let count = 0
    await cache.whileReading(known, async () => {
      for await (const event of log.readStream(name, known.folded.version + 1)) {
        note(known, event)
        // So far behind, reading from a snapshot costs less.
        if (++count > SNAPSHOT_INTERVAL && decider.snapshot) known.dropped = true
        if (known.dropped) break
      }
    })
    if (!known.dropped) return seen(known, startedMs, count > 0)
    cache.drop(known)
    return read(decider, name)
  }

  function seen(known: KnownStream, startedMs: number, isNews = true): KnownStream {
    known.seenMs = startedMs
    cache.keep(known)
    if (isNews) snapshots.keepBehind(known)
    return known
  }

  const { peek, keep, drop, using, forget } = cache
  /** `readApart` reads a stream whole without keeping it, to look something up in it. */
  return { peek, read, readApart: fromStart, catchUp, keep, drop, using, forget }
}
export type StreamMemory = ReturnType<typeof createStreamMemory>
