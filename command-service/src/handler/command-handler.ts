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
  /** Without a snapshot store, a stream that is not in memory is read from its first event. */
  snapshots?: SnapshotStore | undefined
  now?: () => Date
  /** The time by which handled commands are old; that of `now` if absent. */
  forgetting?: (() => number) | undefined
  pause?: (ms: number) => Promise<unknown>
  /** From 0 to 1. */
  random?: () => number
  /** A new id at each call, unique over all processes. */
  newId?: () => string
  maxWeight?: number
}>

/**
 * Decides commands and appends their events: the only place that writes to the log. A command is decided on the stream's
 * state in memory. Where several processes write the log (`log.writers`), the append's expected version tells whether
 * that state was current, and the log is read before a command is refused or found to change nothing.
 */
export function createCommandHandler(log: EventStore, options: Options = {}) {
  const { now = () => new Date(), pause = sleep, random = Math.random, newId = randomUUID } = options
  const snapshots = createSnapshotKeeper(options.snapshots, now, options.forgetting)
  const memory = createStreamMemory(log, snapshots, { now, maxWeight: options.maxWeight ?? MAX_WEIGHT })
  const earlierAnswers = createEarlierAnswers(log, snapshots, memory)
  const run = createDecideAndAppend({ log, memory, snapshots, earlierAnswers, now, pause, random, newId })
  const isAlone = log.writers === 'one'
  const { current, load, fact, remembered, lastKnown } = createCurrentState(memory, { isAlone, now })

  /**
   * The state this command left if it was handled before; undefined for a new command. Throws IDEMPOTENCY_MISMATCH when
   * its key was used with another body.
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
   * Handles one command on one stream and returns the state it left. The same command again (same causation id)
   * changes nothing and returns the same. Throws the decider's refusal, or CONFLICT after twenty lost attempts.
   */
  async function handle<State, Command, E extends Event>(
    decider: Decider<State, Command, E>,
    stream: string,
    source: CommandSource<Command, State>,
    metadata: CommandMetadata,
  ): Promise<Folded<State>> {
    const { folded, earlier } = await run(decider, stream, source, metadata)
    return (earlier ? await earlier.left() : folded) as Folded<State>
  }

  /** As handle, for callers that show no answer: returns the stream's state after the command, or a later one. */
  async function ensure<State, Command, E extends Event>(
    decider: Decider<State, Command, E>,
    stream: string,
    source: CommandSource<Command, State>,
    metadata: CommandMetadata,
  ): Promise<Folded<State>> {
    return (await run(decider, stream, source, metadata)).folded as Folded<State>
  }

  return {
    handle,
    ensure,
    load,
    fact,
    remembered,
    lastKnown,
    answered,
    /** Forgets every stream with fields opened with a person's key; undefined: with any person's key. */
    forget: memory.forget,
    /** Resolves when the snapshots that are due are stored, or have failed. */
    settled: snapshots.settled,
    /** Waits until no process uses a fact older than this moment, so that the caller's next request sees the change. */
    untilKnownEverywhere: async () => {
      if (!isAlone) await pause(FACT_MS)
    },
    now,
    newId,
  }
}
export type CommandHandler = ReturnType<typeof createCommandHandler>
