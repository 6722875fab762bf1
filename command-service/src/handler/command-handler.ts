import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Event } from '@shop/language/events/event'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import type { EventStore } from '@shop/stores/event-store/event-store'
import type { SnapshotStore } from '@shop/stores/snapshot-store/snapshot-store'
import { createTurns } from '@shop/stores/turns/in-process-turns'
import type { Decider } from './decider.ts'
import { createEarlierAnswers } from './earlier-answers.ts'
import type { Folded } from './folded.ts'
import { handleCommand } from './handle-command.ts'
import type { AnyDecider } from './known-stream.ts'
import { createSnapshotKeeper } from './snapshot-keeper.ts'
import { createStreamMemory, FACT_MS, statesIn } from './stream-memory.ts'

type Options = Readonly<{
  /** If absent, a stream that is not in memory is read from its first event. */
  snapshots?: SnapshotStore | undefined
  now?: () => Date
  /** The clock that decides which handled commands are old; by default `now`. */
  forgetting?: (() => number) | undefined
  pause?: (ms: number) => Promise<unknown>
  random?: () => number
  newId?: () => string
  maxWeight?: number
}>

type Handle = <State, Command, E extends Event>(
  decider: Decider<State, Command, E>,
  stream: string,
  command: Command,
  metadata: CommandMetadata,
) => Promise<Folded<State>>

type HandleWith = <State, Command, E extends Event>(
  decider: Decider<State, Command, E>,
  stream: string,
  gather: (folded: Folded<State>) => Promise<Command>,
  metadata: CommandMetadata,
) => Promise<Folded<State>>

type Answered = <State, E extends Event>(
  decider: Decider<State, never, E>,
  stream: string,
  metadata: CommandMetadata,
) => Promise<Folded<State> | undefined>

/** In a running shop, only this code appends to the log. One exception: the KurrentDB adapter appends LogNamed and KeyStoreNoted. */
export function createCommandHandler(log: EventStore, options: Options = {}) {
  const { now = () => new Date(), pause = sleep, random = Math.random, newId = randomUUID, maxWeight } = options
  const isAlone = log.writers === 'one'
  const snapshots = createSnapshotKeeper(options.snapshots, now, options.forgetting)
  const memory = createStreamMemory(log, snapshots, { isAlone, now, maxWeight })
  const earlierAnswers = createEarlierAnswers(memory.reading)
  const parts = { log, memory, earlierAnswers, inTurn: createTurns(), isAlone, now, pause, random, newId }

  const handleGiven = (decider: AnyDecider, stream: string, command: unknown, metadata: CommandMetadata) =>
    handleCommand(parts, {
      decider,
      stream,
      metadata,
      commandOn: () => command,
      isGuarded: decider.isGuarded?.(command as never),
    })

  /**
   * Handles one command on one stream and returns the resulting state. A repeated command (same causation id) changes nothing and returns
   * the same state. Throws the decider's refusal, or CONFLICT after twenty attempts that conflicted.
   */
  const handle: Handle = async (decider, stream, command, metadata) =>
    (await handleGiven(decider, stream, command, metadata)).left()

  /**
   * Like handle, but `gather` makes the command from facts. `gather` gets the state on which the command is decided. If that state was out
   * of date, `gather` is called again.
   */
  const handleWith: HandleWith = async (decider, stream, gather, metadata) =>
    (await handleCommand(parts, { decider, stream, metadata, commandOn: gather })).left()

  /** Like handle, but the returned state may be later than the command. */
  const ensure: Handle = async (decider, stream, command, metadata) =>
    (await handleGiven(decider, stream, command, metadata)).folded

  /** The state after this command; undefined for a new command. Throws IDEMPOTENCY_MISMATCH if the same key came with another body. */
  const answered: Answered = async (decider, stream, metadata) => {
    const earlier = await earlierAnswers.find(await memory.current(decider, stream), metadata)
    return earlier.is === 'answered' ? earlier.left() : undefined
  }

  return {
    handle,
    handleWith,
    ensure,
    answered,
    ...statesIn(memory),
    /** Reads a stream from the log. Use this function only for facts that the state forgets. */
    eventsOf: (stream: string) => log.readStream(stream),
    /** Forgets every stream that has fields decrypted with this person's key. `undefined` means every person. */
    forget: memory.forget,
    settled: snapshots.settled,
    /** Waits until no process uses older facts, so that the caller's next request sees the change. */
    untilKnownEverywhere: async () => {
      if (!isAlone) await pause(FACT_MS)
    },
    now,
    newId,
  }
}
export type CommandHandler = ReturnType<typeof createCommandHandler>
