import type { EventReader } from '@shop/stores/event-store/event-store'
import { LRUCache } from 'lru-cache'
import {
  type AnyDecider,
  type KnownStream,
  note,
  SNAPSHOT_INTERVAL,
  streamFrom,
  trim,
  unknownStream,
  weightOf,
} from './known-stream.ts'
import type { SnapshotKeeper } from './snapshot-keeper.ts'

/** In units of some 150 bytes: about 300 MB at the most. */
export const MAX_WEIGHT = 2_000_000

type Options = Readonly<{ now: () => Date; maxWeight: number }>

/**
 * The streams that are known. Where one process writes the log, what is here is how they stand; where several do, it is
 * how they stood when they were last seen.
 *
 * Of one stream only one reading is under way at a time, and what a command is being decided on is found by everybody
 * else: so there are never two pictures of a stream, of which the older could stay.
 */
export function createStreamMemory(log: EventReader, snapshots: SnapshotKeeper, { now, maxWeight }: Options) {
  const kept = new LRUCache<string, KnownStream>({
    maxSize: maxWeight,
    // The largest is kept too, if it must be alone.
    sizeCalculation: (known) => Math.min(weightOf(known), maxWeight),
    dispose: ({ name }, _, reason) => {
      if (reason === 'evict') readAgain(name)
    },
  })
  const inUse = new Map<string, KnownStream>()
  const readings = new Map<string, Promise<KnownStream>>()
  /** What is being read or caught up with: it may hold what was opened before an erasure, and not tell of whom yet. */
  const underWay = new Set<KnownStream>()

  function peek(name: string): KnownStream | undefined {
    const used = inUse.get(name)
    return used && !used.dropped && !used.assumed ? used : kept.get(name)
  }

  /** The stream from the log, as it stands at the end of the reading. */
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
      known.seenMs = startedMs
      // Somebody has made or read the stream meanwhile, and knows more of it.
      const other = peek(name)
      if (other && other.folded.version >= known.folded.version) return other
      keep(known)
      snapshots.keepBehind(known)
      return known
    }
  }

  async function fromSnapshot(decider: AnyDecider, name: string): Promise<KnownStream | undefined> {
    const snapshot = await snapshots.find(decider, name)
    if (!snapshot) return undefined
    const known = streamFrom(decider, snapshot)
    const isOfThisLog = await whileUnderWay(known, async () => {
      let isSame = false
      for await (const event of log.readStream(name, snapshot.version)) {
        if (event.version > snapshot.version) note(known, event)
        else if (event.id === snapshot.eventId) isSame = true
        else break
      }
      return isSame
    })
    if (isOfThisLog) return known
    // The log went back to a backup, and something else has happened since.
    await snapshots.forget(name)
    return undefined
  }

  async function fromStart(decider: AnyDecider, name: string): Promise<KnownStream> {
    const known = unknownStream(decider, name)
    const forgetBefore = snapshots.forgetBefore()
    await whileUnderWay(known, async () => {
      for await (const event of log.readStream(name)) {
        note(known, event)
        if (known.windows.length > 3) trim(known, forgetBefore)
      }
    })
    return known
  }

  /** Reads what came since. Answers another picture of the stream where the old one could not be kept. */
  async function catchUp(known: KnownStream): Promise<KnownStream> {
    const startedMs = now().getTime()
    const { decider, name } = known
    let count = 0
    await whileUnderWay(known, async () => {
      for await (const event of log.readStream(name, known.folded.version + 1)) {
        note(known, event)
        // Left behind for so long, a snapshot is nearer.
        if (++count > SNAPSHOT_INTERVAL && decider.snapshot) known.dropped = true
        if (known.dropped) break
      }
    })
    if (known.dropped) {
      drop(known)
      return read(decider, name)
    }
    known.seenMs = startedMs
    keep(known)
    if (count > 0) snapshots.keepBehind(known)
    return known
  }

  async function whileUnderWay<T>(known: KnownStream, work: () => Promise<T>): Promise<T> {
    underWay.add(known)
    try {
      return await work()
    } finally {
      underWay.delete(known)
    }
  }

  function keep(known: KnownStream) {
    if (known.dropped) return
    // The cache weighs an entry only when it is new, and this one has grown.
    kept.delete(known.name)
    kept.set(known.name, known)
  }

  /** What is being read of a stream may miss what was just written. */
  function readAgain(name: string) {
    for (const known of underWay) if (known.name === name) known.dropped = true
  }

  /** How it stands is in doubt: nothing rests on it any more, nor on what is being read of it. */
  function drop(known: KnownStream) {
    known.dropped = true
    readAgain(known.name)
    const other = kept.peek(known.name)
    if (other) other.dropped = true
    kept.delete(known.name)
  }

  return {
    peek,
    /** The whole stream from the log, for whoever looks something up in it: nobody else comes to know it. */
    readApart: fromStart,
    read,
    catchUp,
    keep,
    drop,

    /** While a command is decided on it, everybody finds this picture of the stream. */
    async using<T>(known: KnownStream, work: () => Promise<T>): Promise<T> {
      inUse.set(known.name, known)
      try {
        return await work()
      } finally {
        inUse.delete(known.name)
        // What was read meanwhile may or may not have what the command did.
        if (known.dropped) drop(known)
      }
    },

    /** Forgets whatever was opened with a person's key, or with anybody's when nobody knows whose is gone. */
    forget(person: string | undefined) {
      const isTheirs = ({ people }: KnownStream) => (person === undefined ? people.size > 0 : people.has(person))
      for (const known of [...kept.values()]) if (isTheirs(known)) drop(known)
      for (const known of [...underWay, ...inUse.values()])
        if (isTheirs(known) || !known.decider.snapshot) known.dropped = true
    },
  }
}
export type StreamMemory = ReturnType<typeof createStreamMemory>
