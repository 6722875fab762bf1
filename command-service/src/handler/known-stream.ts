import { definitionOf, isKnown } from '@shop/language/events/all'
import type { Event, Recorded } from '@shop/language/events/event'
import type { Snapshot } from '@shop/stores/snapshot-store/snapshot-store'
import type { Decider } from './decider.ts'
import { type Folded, step, unbegun } from './folded.ts'

/** A snapshot is due after so many events; so many are read of a stream that is not in memory, at the most. */
export const SNAPSHOT_INTERVAL = 200

/** A decider whose state and events nobody looks into. */
// biome-ignore lint/suspicious/noExplicitAny: streams of every kind stand side by side in memory
export type AnyDecider = Decider<any, never, any>

/** What is remembered of a command that was handled: the last event it caused, and the state it left while that is at hand. */
export type Handled = {
  readonly id: string
  readonly digest: string | undefined
  version: number
  left: Folded<unknown> | undefined
}

/** The commands of one snapshot's interval. */
type Window = {
  from: number
  /** When the event before the interval was recorded; '' at the stream's start. */
  since: string
  handled: Handled[]
  /** The stream at the end of the interval, once it is there. */
  end: (Folded<unknown> & Readonly<{ eventId: string; endedAt: string }>) | undefined
  kept: boolean
  queued: boolean
}

/** A stream as it is known in memory. Changes in place as events become known; `folded` itself never does. */
export type KnownStream = {
  readonly name: string
  readonly decider: AnyDecider
  folded: Folded<unknown>
  handled: Map<string, Handled>
  windows: Window[]
  /** Whose sealed fields were opened to fold it. */
  people: Set<string>
  lastRecordedAt: string
  /** When it was last seen to be all there is, in ms; where several write. */
  seenMs: number
  /** Somebody in it was erased, or how it stands is in doubt: nothing new may rest on it. */
  dropped: boolean
  /** Nobody has asked the log: it is taken for empty by whoever is about to make it. */
  assumed: boolean
}

export const unknownStream = (decider: AnyDecider, name: string): KnownStream => ({
  name,
  decider,
  folded: unbegun(decider),
  handled: new Map(),
  windows: [newWindow(0, '')],
  people: new Set(),
  lastRecordedAt: '',
  seenMs: Number.NEGATIVE_INFINITY,
  dropped: false,
  assumed: false,
})

/** A stream as a snapshot has it; what came after is still to be noted. */
export function streamFrom(decider: AnyDecider, snapshot: Snapshot): KnownStream {
  const { stream, version, endedAt } = snapshot
  const known = unknownStream(decider, stream)
  known.folded = foldedIn(decider, snapshot)
  known.windows = [newWindow(version + 1, endedAt)]
  known.lastRecordedAt = endedAt
  return known
}

export function foldedIn(decider: AnyDecider, snapshot: Snapshot): Folded<unknown> {
  const { version, position, begunAt, recordedAt, state } = snapshot
  return { state: decider.snapshot!.read(state as never), version, position, begunAt, recordedAt }
}

const newWindow = (from: number, since: string): Window => ({
  from,
  since,
  handled: [],
  end: undefined,
  kept: false,
  queued: false,
})

/** From which version on every handled command is in memory. */
export const handledFrom = ({ windows }: KnownStream) => windows[0]!.from

/** Folds the stream's next event. Two readers may bring the same one: it counts the first time only. */
export function note(known: KnownStream, event: Recorded) {
  if (event.version !== known.folded.version + 1) return
  const { causationId, digest, recordedAt } = event.metadata
  known.folded = step(known.decider, known.folded, event)
  known.lastRecordedAt = recordedAt
  const person = personIn(event)
  if (person !== undefined) known.people.add(person)

  const window = known.windows.at(-1)!
  const last = window.handled.at(-1)
  if (last?.id === causationId) {
    last.version = event.version
    last.left = known.folded
  } else {
    const handled = { id: causationId, digest, version: event.version, left: known.folded }
    known.handled.set(causationId, handled)
    window.handled.push(handled)
  }
  if ((event.version + 1) % SNAPSHOT_INTERVAL === 0) endWindow(known, event)
}

function endWindow(known: KnownStream, event: Recorded) {
  const window = known.windows.at(-1)!
  window.end = { ...known.folded, eventId: event.id, endedAt: known.lastRecordedAt }
  known.windows.push(newWindow(event.version + 1, known.lastRecordedAt))
  // The states that commands left are at hand for two intervals: more would be a memory of all there ever was.
  for (const handled of known.windows.at(-3)?.handled ?? []) handled.left = undefined
}

/** Lets go of commands that are kept in a snapshot or that nobody asks for any more. */
export function trim(known: KnownStream, forgetBefore: string) {
  const { windows } = known
  while (windows.length > 2 && (windows[0]!.kept || (windows[0]!.end?.endedAt ?? '') < forgetBefore)) {
    for (const handled of windows[0]!.handled)
      if (known.handled.get(handled.id) === handled) known.handled.delete(handled.id)
    windows.shift()
  }
}

/** Whose fields an event bears, as far as they were sealed. */
function personIn({ type, data }: Event): string | undefined {
  const personal = isKnown(type) ? definitionOf(type).personal : undefined
  return personal && String((data as Record<string, unknown>)[personal.of])
}

const STREAM_WEIGHT = 20
const LEFT_WEIGHT = 4

/** In units of some 150 bytes, which is what a remembered command takes without the state it left. */
export function weightOf({ decider, folded, handled, windows }: KnownStream) {
  const withStates = windows.slice(-2).reduce((sum, window) => sum + window.handled.length, 0)
  return STREAM_WEIGHT + handled.size + LEFT_WEIGHT * withStates + (decider.sizeOf?.(folded.state) ?? 0)
}
