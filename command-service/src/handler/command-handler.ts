import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Event } from '@shop/language/events/event'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import type { EventStore } from '@shop/stores/event-store/event-store'
import type { SnapshotStore } from '@shop/stores/snapshot-store/snapshot-store'
import { createCurrentState, FACT_MS } from './current-state.ts'
import { type CommandSource, createDecideAndAppend } from './decide-and-append.ts'
import type { Decider } from './decider.ts'
import { createEarlierAnswers } from './earlier-answers.ts'
import type { Folded } from './folded.ts'
import { createSnapshotKeeper } from './snapshot-keeper.ts'
import { MAX_WEIGHT } from './stream-cache.ts'
import { createStreamMemory } from './stream-memory.ts'

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
  const { current, load, fact, lastKnown } = createCurrentState(memory, { isAlone, now })

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
