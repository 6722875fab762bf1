import { isShopError } from '@shop/language/errors'
import type { Event } from '@shop/language/events/event'
import { Late, within } from '@shop/stores/time-limit'
import type { Decider } from './decider.ts'
import type { Folded } from './folded.ts'
import type { AnyDecider, KnownStream } from './known-stream.ts'
import type { StreamMemory } from './stream-memory.ts'

/** How long signing in waits for the log before it uses the state in memory. */
const PATIENCE_MS = 500
/** The age at which a fact from another stream is read again, where several processes write the log. */
export const FACT_MS = 1_000

type Options = Readonly<{ isAlone: boolean; now: () => Date }>

/** Reads the state of streams. `isAlone`: no other process writes the log, so the state in memory is current. */
export function createCurrentState(memory: StreamMemory, { isAlone, now }: Options) {
  async function current(decider: AnyDecider, stream: string): Promise<KnownStream> {
    const known = memory.peek(stream)
    if (!known) return memory.read(decider, stream)
    return isAlone ? known : memory.catchUp(known)
  }

  /** The current state of a stream. A stream without events has the initial state and version -1. */
  async function load<State, E extends Event>(decider: Decider<State, never, E>, stream: string) {
    return (await current(decider, stream)).folded as Folded<State>
  }

  /** As load, but up to a second old where several processes write: for what a command needs from another stream than its own. */
  async function fact<State, E extends Event>(decider: Decider<State, never, E>, stream: string) {
    const known = memory.peek(stream)
    const ageMs = known ? now().getTime() - known.seenMs : Number.POSITIVE_INFINITY
    if (known && (isAlone || (ageMs >= 0 && ageMs <= FACT_MS))) return known.folded as Folded<State>
    return load(decider, stream)
  }

  /** The state in memory, however old it is; undefined if there is none. For a state that no event changes any more. */
  const remembered = <State, E extends Event>(_: Decider<State, never, E>, stream: string) =>
    memory.peek(stream)?.folded as Folded<State> | undefined

  /**
   * As load; but while the log does not answer, the state that was read last. Used to tell who a caller is; no command is
   * decided on it.
   */
  async function lastKnown<State, E extends Event>(decider: Decider<State, never, E>, stream: string) {
    const known = memory.peek(stream)?.folded as Folded<State> | undefined
    if (!known) return load(decider, stream)
    try {
      return await within(PATIENCE_MS, () => load(decider, stream))
    } catch (error) {
      if (!(error instanceof Late) && !isShopError(error, 'UNAVAILABLE')) throw error
      return known
    }
  }

  return { current, load, fact, remembered, lastKnown }
}
