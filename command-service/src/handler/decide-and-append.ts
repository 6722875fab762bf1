import { isShopError, ShopError } from '@shop/language/errors'
import { NothingChanged } from '@shop/language/events/command-events'
import type { Event } from '@shop/language/events/event'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import { type EventStore, VersionConflict } from '@shop/stores/event-store/event-store'
import { createTurns } from '@shop/stores/turns/in-process-turns'
import { createAppend } from './append.ts'
import type { Decider } from './decider.ts'
import type { createEarlierAnswers, Earlier } from './earlier-answers.ts'
import type { Folded } from './folded.ts'
import { type KnownStream, unknownStream } from './known-stream.ts'
import type { SnapshotKeeper } from './snapshot-keeper.ts'
import type { StreamMemory } from './stream-memory.ts'

/** When two processes change one stream without a pause, each loses about half of its attempts to the other. */
const ATTEMPTS = 20
const LONGEST_PAUSE_MS = 30

/**
 * A command, or what gathers the facts for it. That is given the stream as the command is decided on it, and called again
 * when that, or a fact, was too old.
 */
export type CommandSource<Command, State> = Command | ((folded: Folded<State>) => Promise<Command>)

/** The stream as the command left it; if the command was handled `earlier`, the stream as it is known now. */
type Done = Readonly<{ folded: Folded<unknown>; earlier?: Earlier }>

type World = Readonly<{
  log: EventStore
  memory: StreamMemory
  snapshots: SnapshotKeeper
  earlierAnswers: ReturnType<typeof createEarlierAnswers>
  now: () => Date
  pause: (ms: number) => Promise<unknown>
  random: () => number
  newId: () => string
}>

/** Handles one command on one stream, after the commands on that stream that came before it. */
export function createDecideAndAppend(world: World) {
  const { log, memory, earlierAnswers, pause, random } = world
  const append = createAppend(world)
  const inTurn = createTurns()
  const isAlone = log.writers === 'one'

  const decideAndAppend = <State, Command, E extends Event>(
    decider: Decider<State, Command, E>,
    stream: string,
    source: CommandSource<Command, State>,
    metadata: CommandMetadata,
  ): Promise<Done> =>
    inTurn(stream, async () => {
      const commands = commandsOf(source as CommandSource<Command, unknown>)
      let known: KnownStream | undefined = memory.peek(stream) ?? (await assumedEmpty(decider, stream, commands))
      /** No other process can have written since the stream was last read. */
      let isSure = isAlone && known?.assumed === false
      if (!known) {
        known = await memory.read(decider, stream)
        isSure = true
      }
      for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
        const current: KnownStream = known
        try {
          const done = await memory.using(current, () => attemptOn(current, decider, commands, metadata, isSure))
          if (done) return done
        } catch (error) {
          if (!(error instanceof VersionConflict)) throw error
          await pause(random() * Math.min(2 ** attempt, LONGEST_PAUSE_MS))
        }
        known = current.assumed ? await memory.read(decider, stream) : await memory.catchUp(current)
        isSure = true
      }
      throw new ShopError('CONFLICT', 'Others are changing the same thing right now. Try again')
    })

  /** Undefined when the log must be read first: no command is refused, or found to change nothing, on a state that may be old. */
  async function attemptOn<State, Command, E extends Event>(
    known: KnownStream,
    decider: Decider<State, Command, E>,
    commands: Commands<Command>,
    metadata: CommandMetadata,
    isSure: boolean,
  ): Promise<Done | undefined> {
    const ready = commands.readyFor(known.folded)
    const isGuarded = ready !== undefined && decider.isGuarded?.(ready) === true
    const earlier = isGuarded ? earlierAnswers.inMemory(known, metadata) : await earlierAnswers.find(known, metadata)
    if (earlier) return { folded: known.folded, earlier }
    let events: readonly Event[]
    try {
      const command = await commands.next(known.folded)
      events = decider.decide(command, known.folded.state as State)
      if (events.length === 0) {
        if (!isSure) return undefined
        if (metadata.digest === undefined || isGuarded) return { folded: known.folded }
        // Remembers the command, so that a late retry of it does not act on what came after.
        events = [NothingChanged({ command: (command as { type: string }).type })]
      }
    } catch (refusal) {
      if (isSure || !isShopError(refusal)) throw refusal
      return undefined
    }
    return { folded: await append(known, events, metadata) }
  }

  return decideAndAppend
}

/** An empty stream for a command that creates one; undefined for other commands, and if the command cannot be gathered. */
async function assumedEmpty<State, Command, E extends Event>(
  decider: Decider<State, Command, E>,
  stream: string,
  commands: Commands<Command>,
): Promise<KnownStream | undefined> {
  if (!decider.begins) return undefined
  const empty = unknownStream(decider, stream)
  try {
    if (!decider.begins(await commands.make(empty.folded))) return undefined
  } catch (refusal) {
    if (!isShopError(refusal)) throw refusal
    return undefined
  }
  return { ...empty, assumed: true }
}

type Commands<Command> = ReturnType<typeof commandsOf<Command>>

/**
 * The commands of a source: gathered when one is needed, and again for each attempt. One that was gathered on the stream as it was assumed
 * is not decided on the stream as it was read.
 */
function commandsOf<Command>(source: CommandSource<Command, unknown>) {
  const gather = typeof source === 'function' ? (source as (folded: Folded<unknown>) => Promise<Command>) : undefined
  let made: Readonly<{ folded: Folded<unknown>; command: Command }> | undefined
  const readyFor = (folded: Folded<unknown>): Command | undefined => {
    if (!gather) return source as Command
    return made?.folded === folded ? made.command : undefined
  }
  const commandFor = async (folded: Folded<unknown>): Promise<Command> => readyFor(folded) ?? gather!(folded)
  return {
    readyFor,
    async make(folded: Folded<unknown>): Promise<Command> {
      const command = await commandFor(folded)
      made = { folded, command }
      return command
    },
    async next(folded: Folded<unknown>): Promise<Command> {
      const command = await commandFor(folded)
      made = undefined
      return command
    },
  }
}
