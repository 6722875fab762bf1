import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isShopError, ShopError } from '@shop/language/errors'
import { definitionOf } from '@shop/language/events/all'
import type { Event, NewEvent, Recorded } from '@shop/language/events/event'
import { eventId, idFrom } from '@shop/language/events/event-id'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import { type EventStore, VersionConflict } from '@shop/stores/event-store/event-store'
import { Late, within } from '@shop/stores/time-limit'
import { LRUCache } from 'lru-cache'
import type { Decider } from './decider.ts'
import { type Folded, foldUpTo, step, unbegun } from './folded.ts'
import { createTurns } from './turns.ts'

/** Where two processes change one stream without a pause, each attempt of either is lost to the other half of the time. */
const ATTEMPTS = 20
const LONGEST_PAUSE_MS = 30
/** Whoever can do with what was known last waits no longer for what is. */
const PATIENCE_MS = 500
/** Bounds the folded streams in memory, counted in commands remembered: about 300 MB at the most. */
const MAX_REMEMBERED = 2_000_000
/** A stream of few commands, as most carts are, weighs as much as so many commands. */
const STREAM_WEIGHT = 20

type Remembered = {
  folded: Folded<unknown>
  answered: Map<string, { version: number; digest: string | undefined }>
  /** How many erasures had been heard of when its reading began. */
  erasures: number
}

/** Load, decide, append: the only place that writes to the log. */
export function createCommandHandler(log: EventStore, now: () => Date = () => new Date()) {
  const remembered = new LRUCache<string, Remembered>({
    maxSize: MAX_REMEMBERED,
    sizeCalculation: ({ answered }) => answered.size + STREAM_WEIGHT,
  })
  let erasures = 0
  const inTurn = createTurns()
  /** Two processes that handle one command at once must not have the other's events taken for their own. */
  const writer = randomUUID()

  async function recall<State, E extends Event>(
    decider: Decider<State, never, E>,
    stream: string,
  ): Promise<Remembered> {
    const known = remembered.get(stream) ?? { folded: unbegun(decider), answered: new Map(), erasures }
    // Only what is new is read: on a stream that nobody else writes, nothing is.
    for await (const event of log.readStream(stream, known.folded.version + 1)) note(decider, known, event)
    // Somebody was erased meanwhile, and their events may have been opened before.
    if (known.erasures !== erasures) return recall(decider, stream)
    if (known.folded.version >= 0) remember(stream, known)
    return known
  }

  function remember(stream: string, known: Remembered) {
    if (known.erasures !== erasures) return
    // The cache weighs an entry only when it is new, and this one has grown.
    remembered.delete(stream)
    remembered.set(stream, known)
  }

  /** Folds a stream into its state now. An unknown stream is the initial state at version -1. */
  async function load<State, E extends Event>(decider: Decider<State, never, E>, stream: string) {
    return (await recall(decider, stream)).folded as Folded<State>
  }

  /**
   * As load; but while the log does not answer, as the stream was when it was read last. Tells who somebody is; nothing
   * is decided on it.
   */
  async function lastKnown<State, E extends Event>(decider: Decider<State, never, E>, stream: string) {
    const known = remembered.get(stream)
    if (!known) return load(decider, stream)
    try {
      return await within(PATIENCE_MS, () => load(decider, stream))
    } catch (error) {
      if (!(error instanceof Late) && !isShopError(error, 'UNAVAILABLE')) throw error
      return known.folded as Folded<State>
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
    return answerIn(await recall(decider, stream), decider, stream, metadata)
  }

  async function answerIn<State, E extends Event>(
    known: Remembered,
    decider: Decider<State, never, E>,
    stream: string,
    { causationId, digest }: CommandMetadata,
  ): Promise<Folded<State> | undefined> {
    const before = known.answered.get(causationId)
    if (!before) return undefined
    if (before.digest !== digest)
      throw new ShopError('IDEMPOTENCY_MISMATCH', 'This Idempotency-Key was used for another request')
    return foldUpTo(log, decider, stream, before.version)
  }

  /**
   * Handles one command on one stream and answers the state it left. The same command again (same causation id)
   * changes nothing and answers the same. Throws the decider's refusal, or CONFLICT when twenty others were faster.
   */
  function handle<State, Command, E extends Event>(
    decider: Decider<State, Command, E>,
    stream: string,
    command: Command,
    metadata: CommandMetadata,
  ): Promise<Folded<State>> {
    return inTurn(stream, async () => {
      for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
        const known = await recall(decider, stream)
        const earlier = await answerIn(known, decider, stream, metadata)
        if (earlier) return earlier
        const events = decider.decide(command, known.folded.state as State)
        if (events.length === 0) return known.folded as Folded<State>
        const appended = events.map((event, index) => toNewEvent(event, stream, index, metadata))
        try {
          const { version, position } = await log.append(stream, known.folded.version, appended)
          const first = version - appended.length + 1
          for (const [index, event] of appended.entries())
            note(decider, known, { ...event, stream, version: first + index, position })
          remember(stream, known)
          return known.folded as Folded<State>
        } catch (error) {
          // Unknown is how the stream stands now: read it again before the next decision.
          remembered.delete(stream)
          if (!(error instanceof VersionConflict)) throw error
          await sleep(Math.random() * Math.min(2 ** attempt, LONGEST_PAUSE_MS))
        }
      }
      throw new ShopError('CONFLICT', 'Others are changing the same thing right now. Try again')
    })
  }

  const toNewEvent = (event: Event, stream: string, index: number, metadata: CommandMetadata): NewEvent => ({
    ...event,
    id: eventId(`${metadata.causationId}/${writer}`, stream, index),
    metadata: { ...metadata, schemaVersion: definitionOf(event.type).version, recordedAt: now().toISOString() },
  })

  /** After an erasure no folded stream may go on knowing the person: each is read again when it is needed. */
  function forgetFolded() {
    erasures += 1
    remembered.clear()
  }

  return { handle, load, lastKnown, answered, forgetFolded, now }
}
export type CommandHandler = ReturnType<typeof createCommandHandler>

/** The metadata of a further command that the same request runs: an id of its own, the same one at every retry. */
export const furtherCommand = (
  { digest: _, ...metadata }: CommandMetadata,
  ...words: readonly string[]
): CommandMetadata => ({
  ...metadata,
  causationId: idFrom(metadata.causationId, ...words),
})

/** The metadata of a command that may run only once ever, whoever asks and however often. */
export const onceOnly = (
  { digest: _, ...metadata }: CommandMetadata,
  ...words: readonly string[]
): CommandMetadata => ({
  ...metadata,
  causationId: idFrom(...words),
})

function note<State, E extends Event>(decider: Decider<State, never, E>, known: Remembered, event: Recorded) {
  // Two readers may fold the same stream at once: each event counts the first time only.
  if (event.version !== known.folded.version + 1) return
  const { causationId, digest } = event.metadata
  known.folded = step(decider, known.folded as Folded<State>, event)
  known.answered.set(causationId, { version: event.version, digest })
}
