import { isShopError, ShopError } from '@shop/language/errors'
import { NothingChanged } from '@shop/language/events/command-events'
import type { Event } from '@shop/language/events/event'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import { type EventStore, VersionConflict } from '@shop/stores/event-store/event-store'
import type { createTurns } from '@shop/stores/turns/in-process-turns'
import { toNewEvent } from './command-metadata.ts'
import type { EarlierAnswers } from './earlier-answers.ts'
import { type AnyDecider, type AnyFolded, assumeEmpty, type KnownStream, note } from './known-stream.ts'
import type { StreamMemory } from './stream-memory.ts'

/** If two processes change one stream without pauses, about half of the attempts conflict. Twenty conflicts in a row are very unlikely. */
const ATTEMPTS = 20
const LONGEST_PAUSE_MS = 30

type Asked = Readonly<{
  decider: AnyDecider
  stream: string
  metadata: CommandMetadata
  /** Every attempt calls this again. */
  commandOn: (folded: AnyFolded) => unknown
  isGuarded?: boolean | undefined
}>

/** `left`: the stream right after the command. `folded`: this stream or, if the command was handled before, the stream now. */
type Done = Readonly<{ is: 'done'; folded: AnyFolded; left: () => Promise<AnyFolded> }>
type Attempt =
  | Done
  /** The attempt was made on a state that may be out of date. Nothing was appended. */
  | Readonly<{ is: 'unsure' }>
  | Readonly<{ is: 'overtaken' }>

export type Parts = Readonly<{
  log: EventStore
  memory: StreamMemory
  earlierAnswers: EarlierAnswers
  inTurn: ReturnType<typeof createTurns>
  isAlone: boolean
  now: () => Date
  pause: (ms: number) => Promise<unknown>
  random: () => number
  newId: () => string
}>

/**
 * Commands on the same stream wait for one another. A repeated command gets its first answer. If several processes write the log
 * (`log.writers`), a stream in memory may lack newer events. So a refusal, or a command that changes nothing, is decided again after the
 * newer events are read.
 */
export const handleCommand = (parts: Parts, asked: Asked): Promise<Done> =>
  parts.inTurn(asked.stream, async () => {
    const { memory, isAlone, pause, random } = parts
    const { decider, stream } = asked
    const remembered = memory.peek(stream)
    let known = remembered ?? (await (decider.begins ? assumeEmpty : memory.read)(decider, stream))
    let isCurrent = remembered ? isAlone : known.status === 'sound'
    for (let number = 1; number <= ATTEMPTS; number++) {
      const attempt = await memory.using(known, () => attemptOn(parts, known, asked, isCurrent))
      if (attempt.is === 'done') return attempt
      if (attempt.is === 'overtaken') await pause(random() * Math.min(2 ** number, LONGEST_PAUSE_MS))
      known = await memory.catchUp(known)
      isCurrent = true
    }
    throw new ShopError('CONFLICT', 'Other requests are changing the same data right now. Try again')
  })

async function attemptOn(parts: Parts, known: KnownStream, asked: Asked, isCurrent: boolean): Promise<Attempt> {
  const { inMemory, find } = parts.earlierAnswers
  const { decider, metadata, commandOn, isGuarded } = asked
  const { folded } = known
  const earlier = isGuarded ? inMemory(known, metadata) : await find(known, metadata)
  if (earlier.is === 'answered') return { is: 'done', folded, left: earlier.left }

  let command: never
  let events: readonly Event[]
  try {
    command = (await commandOn(folded)) as never
    // A concurrent reader has added newer events, perhaps even the events of this command.
    if (known.folded !== folded) return { is: 'unsure' }
    if (known.status === 'assumed empty' && !decider.begins?.(command)) return { is: 'unsure' }
    events = decider.decide(command, folded.state)
  } catch (refusal) {
    if (isCurrent || !isShopError(refusal)) throw refusal
    return { is: 'unsure' }
  }
  if (events.length > 0) return append(parts, known, events, metadata)
  if (!isCurrent) return { is: 'unsure' }
  if (isGuarded || metadata.digest === undefined) return { is: 'done', folded, left: async () => folded }
  // Without this event, a late retry could be decided again and undo later changes.
  return append(parts, known, [NothingChanged({ command: (command as { type: string }).type })], metadata)
}

async function append(
  parts: Parts,
  known: KnownStream,
  decided: readonly Event[],
  metadata: CommandMetadata,
): Promise<Attempt> {
  const { log, memory, now, newId } = parts
  const at = now()
  const events = decided.map((event) => toNewEvent(event, metadata, newId(), at))
  try {
    const { version, position } = await log.append(known.name, known.folded.version, events)
    const first = version - events.length + 1
    for (const [index, event] of events.entries())
      note(known, { ...event, stream: known.name, version: first + index, position })
  } catch (error) {
    if (error instanceof VersionConflict) return { is: 'overtaken' }
    // The events may or may not be stored, so the stream must be read again.
    memory.drop(known)
    throw error
  }
  memory.keep(known, at.getTime())
  // A concurrent reader may already have added later events.
  const folded = known.byId.get(metadata.causationId)?.left ?? known.folded
  return { is: 'done', folded, left: async () => folded }
}
