import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isShopError } from '@shop/language/errors'
import type { Event } from '@shop/language/events/event'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import type { EventStore } from '@shop/stores/event-store/event-store'
import type { SnapshotStore } from '@shop/stores/snapshot-store/snapshot-store'
import { Late, within } from '@shop/stores/time-limit'
import { type CommandSource, createDecideAndAppend } from './decide-and-append.ts'
import type { Decider } from './decider.ts'
import { createEarlierAnswers } from './earlier-answers.ts'
import type { Folded } from './folded.ts'
import type { AnyDecider, KnownStream } from './known-stream.ts'
import { createSnapshotKeeper } from './snapshot-keeper.ts'
import { createStreamMemory, MAX_WEIGHT } from './stream-memory.ts'

/** Whoever can do with what was known last waits no longer for what is. */
const PATIENCE_MS = 500
/** What another stream says may be so old where several processes write the log. */
const FACT_MS = 1_000

type Options = Readonly<{
  /** Without: what is not in memory is read from the log, whole. */
  snapshots?: SnapshotStore | undefined
  now?: () => Date
  pause?: (ms: number) => Promise<unknown>
  /** From 0 to 1. */
  random?: () => number
  /** Another at each call, in whichever process. */
  newId?: () => string
  maxWeight?: number
}>

/**
 * Decides and appends: the only place that writes to the log. A command is decided on its stream as it is in memory.
 * Where several processes write the log (`log.writers`), the append tells whether that was still true, and the log is
 * asked before anybody is refused or told that nothing is to be done.
 */
export function createCommandHandler(log: EventStore, options: Options = {}) {
  const { now = () => new Date(), pause = sleep, random = Math.random, newId = randomUUID } = options
  const snapshots = createSnapshotKeeper(options.snapshots, now)
  const memory = createStreamMemory(log, snapshots, { now, maxWeight: options.maxWeight ?? MAX_WEIGHT })
  const earlierAnswers = createEarlierAnswers(log, snapshots, memory)
  // Two processes that handle one command at once must not have the other's events taken for their own.
  const writer = newId()
  const run = createDecideAndAppend({ log, memory, snapshots, earlierAnswers, now, pause, random, writer })
  const isAlone = log.writers === 'one'

  async function current(decider: AnyDecider, stream: string): Promise<KnownStream> {
    const known = memory.peek(stream)
    if (!known) return memory.read(decider, stream)
    return isAlone ? known : memory.catchUp(known)
  }

  /** A stream folded into its state as it stands. An unknown stream is the initial state at version -1. */
  async function load<State, E extends Event>(decider: Decider<State, never, E>, stream: string) {
    return (await current(decider, stream)).folded as Folded<State>
  }

  /** As load, and where several write up to a second old: for what a command takes from another stream than its own. */
  async function fact<State, E extends Event>(decider: Decider<State, never, E>, stream: string) {
    const known = memory.peek(stream)
    const ageMs = known ? now().getTime() - known.seenMs : Number.POSITIVE_INFINITY
    if (known && (isAlone || (ageMs >= 0 && ageMs <= FACT_MS))) return known.folded as Folded<State>
    return load(decider, stream)
  }

  /**
   * As load; but while the log does not answer, as the stream was when it was read last. Tells who somebody is; nothing
   * is decided on it.
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

  /**
   * What this very command left behind, if it was handled before; undefined if it is new. Throws
   * IDEMPOTENCY_MISMATCH when its key came with another body then.
   */
  async function answered<State, E extends Event>(
    decider: Decider<State, never, E>,
    stream: string,
    metadata: CommandMetadata,
  ): Promise<Folded<State> | undefined> {
    const earlier = await earlierAnswers.find(await current(decider, stream), metadata)
    return (await earlier?.left()) as Folded<State> | undefined
  }

  /**
   * Handles one command on one stream and answers the state it left. The same command again (same causation id)
   * changes nothing and answers the same. Throws the decider's refusal, or CONFLICT when twenty others were faster.
   */
  async function handle<State, Command, E extends Event>(
    decider: Decider<State, Command, E>,
    stream: string,
    source: CommandSource<Command>,
    metadata: CommandMetadata,
  ): Promise<Folded<State>> {
    const { folded, earlier } = await run(decider, stream, source, metadata)
    return (earlier ? await earlier.left() : folded) as Folded<State>
  }

  /** As handle, for whoever shows no answer: answers the stream as it is known after the command, or later. */
  async function ensure<State, Command, E extends Event>(
    decider: Decider<State, Command, E>,
    stream: string,
    source: CommandSource<Command>,
    metadata: CommandMetadata,
  ): Promise<Folded<State>> {
    return (await run(decider, stream, source, metadata)).folded as Folded<State>
  }

  return {
    handle,
    ensure,
    load,
    fact,
    lastKnown,
    answered,
    /** Forgets whatever was opened with a person's key; undefined: with anybody's. */
    forget: memory.forget,
    /** When what was to be kept in snapshots is kept or given up. */
    settled: snapshots.settled,
    /** Waits until no process takes from a stream what it said before now: a fact that somebody relies on at the next call. */
    untilKnownEverywhere: async () => {
      if (!isAlone) await pause(FACT_MS)
    },
    now,
    newId,
  }
}
export type CommandHandler = ReturnType<typeof createCommandHandler>
