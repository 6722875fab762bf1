import { isShopError } from '@shop/language/errors'
import type { Event } from '@shop/language/events/event'
import type { EventReader } from '@shop/stores/event-store/event-store'
import { Late, within } from '@shop/stores/time-limit'
import type { Decider } from './decider.ts'
import type { Folded } from './folded.ts'
import { type AnyDecider, type KnownStream, note, SNAPSHOT_INTERVAL } from './known-stream.ts'
import { eventsFor, readToEnd } from './read-stream.ts'
import type { SnapshotKeeper } from './snapshot-keeper.ts'
import { createStreamCache } from './stream-cache.ts'

/** A fact from another stream may be out of date for this long, if several processes write the log. */
export const FACT_MS = 1_000
/** A sign-in waits this long for the log, then uses the state in memory. */
const PATIENCE_MS = 500

type Options = Readonly<{ isAlone: boolean; now: () => Date; maxWeight?: number | undefined }>

/**
 * `isAlone`: no other process writes the log, so streams in memory are current. If several processes write the log, streams in memory may
 * be out of date.
 */
export function createStreamMemory(log: EventReader, snapshots: SnapshotKeeper, { isAlone, now, maxWeight }: Options) {
  const cache = createStreamCache(maxWeight)
  const reading = { log, snapshots, cache }
  const underWay = new Map<string, Readonly<{ known: Promise<KnownStream>; sinceMs: number }>>()
  const { peek, drop, using, forget } = cache

  function keep(known: KnownStream, seenMs: number): KnownStream {
    known.seenMs = seenMs
    cache.keep(known)
    snapshots.keepBehind(known)
    return known
  }

  const isSince = (sinceMs: number, mostMs: number) => {
    const ageMs = now().getTime() - sinceMs
    return ageMs >= 0 && ageMs <= mostMs
  }

  /** A read that began earlier may lack events that another process has appended since. */
  function read(decider: AnyDecider, name: string, mostMs = -1): Promise<KnownStream> {
    const joined = underWay.get(name)
    if (joined && (isAlone || isSince(joined.sinceMs, mostMs))) return joined.known
    const begun = { known: readUntilSound(decider, name), sinceMs: now().getTime() }
    underWay.set(name, begun)
    const end = () => underWay.get(name) === begun && underWay.delete(name)
    begun.known.then(end, end)
    return begun.known
  }

  async function readUntilSound(decider: AnyDecider, name: string): Promise<KnownStream> {
    for (;;) {
      const startedMs = now().getTime()
      const known = await readToEnd(reading, decider, name)
      if (known.status === 'dropped') continue
      // Meanwhile a command or another read may have kept a newer state.
      const other = peek(name)
      return other && other.folded.version >= known.folded.version ? other : keep(known, startedMs)
    }
  }

  /** Returns another entry if `known` was dropped or never read. */
  async function catchUp(known: KnownStream): Promise<KnownStream> {
    const { status, folded, decider, name } = known
    if (status === 'assumed empty') return read(decider, name)
    const startedMs = now().getTime()
    // Beyond this version, reading again from a newer snapshot is cheaper.
    const most = decider.snapshot ? folded.version + SNAPSHOT_INTERVAL : Number.POSITIVE_INFINITY
    for await (const event of eventsFor(known, reading, folded.version + 1)) {
      note(known, event)
      if (event.version > most) known.status = 'dropped'
      if (known.status === 'dropped') break
    }
    if (known.status !== 'dropped') return keep(known, startedMs)
    drop(known)
    return read(decider, name)
  }

  /** If several processes write, the stream may be up to `mostMs` out of date. */
  function current(decider: AnyDecider, name: string, mostMs = -1): KnownStream | Promise<KnownStream> {
    const known = peek(name)
    if (!known) return read(decider, name, mostMs)
    return isAlone || isSince(known.seenMs, mostMs) ? known : catchUp(known)
  }

  return { peek, keep, drop, using, forget, read, catchUp, current, reading }
}
export type StreamMemory = ReturnType<typeof createStreamMemory>

type StateOf = <State, E extends Event>(decider: Decider<State, never, E>, stream: string) => Promise<Folded<State>>

/** Reads states without a check for conflicts. */
export function statesIn({ peek, current }: Pick<StreamMemory, 'peek' | 'current'>) {
  /** A stream without events has the initial state and version -1. */
  const load: StateOf = async (decider, stream) => (await current(decider, stream)).folded

  /** Like load, but up to a second out of date if several processes write the log. */
  const fact: StateOf = async (decider, stream) => (await current(decider, stream, FACT_MS)).folded

  /** The state in memory, even if it is out of date. Use this function for states that no event changes any more. */
  const remembered = <State, E extends Event>(_: Decider<State, never, E>, stream: string): Folded<State> | undefined =>
    peek(stream)?.folded

  /** Like load, or the last known state if the log does not answer. Use this function only to identify a caller. */
  const lastKnown: StateOf = async (decider, stream) => {
    const known = remembered(decider, stream)
    if (!known) return load(decider, stream)
    try {
      return await within(PATIENCE_MS, () => load(decider, stream))
    } catch (error) {
      if (!(error instanceof Late) && !isShopError(error, 'UNAVAILABLE')) throw error
      return known
    }
  }

  return { load, fact, remembered, lastKnown }
}
