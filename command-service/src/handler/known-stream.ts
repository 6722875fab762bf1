import { definitionOf, isKnown } from '@shop/language/events/all'
import type { Event, Recorded } from '@shop/language/events/event'
import type { Snapshot } from '@shop/stores/snapshot-store/snapshot-store'
import type { Decider } from './decider.ts'
import { type Folded, step, unbegun } from './folded.ts'

/** Events between two snapshots, and so the most that are read of a stream that has snapshots and is not in memory. */
export const SNAPSHOT_INTERVAL = 25

/** A decider of any state and events. */
// biome-ignore lint/suspicious/noExplicitAny: streams of every kind stand side by side in memory
export type AnyDecider = Decider<any, never, any>

/** A command that was handled: the version of the last event it caused, and the state it left, if still in memory. */
export type Handled = {
  readonly id: string
  readonly digest: string | undefined
  version: number
  left: Folded<unknown> | undefined
}

/** The commands handled between two snapshots. */
type Window = {
  from: number
  /** When the event before this interval was recorded; '' at the start of the stream. */
  since: string
  handled: Handled[]
  /** The stream at the end of the interval, once that is reached. */
  end: (Folded<unknown> & Readonly<{ eventId: string; endedAt: string }>) | undefined
  kept: boolean
  queued: boolean
}

/** A stream in memory. It is changed in place as events are added; the `folded` objects themselves never change. */
export type KnownStream = {
  readonly name: string
  readonly decider: AnyDecider
  folded: Folded<unknown>
  handled: Map<string, Handled>
  windows: Window[]
  /** The people whose sealed fields were opened to fold it, by id. */
  people: Set<string>
  lastRecordedAt: string
  /** When it was last known to be complete, in ms since 1970. Used where several processes write. */
  seenMs: number
  /** A person in it was erased, or the log may hold something else: it must not be used any more. */
  dropped: boolean
  /** Assumed to be empty, without reading the log, by a command that creates it. */
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

/** A stream from a snapshot; later events are still to be added with `note`. */
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

/** The version from which on all handled commands are in memory. */
export const handledFrom = ({ windows }: KnownStream) => windows[0]!.from

/** Adds the stream's next event. Two readers may add the same one: the second time is ignored. */
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
  // The states that commands left stay in memory for two intervals; to keep all would take memory without a limit.
  for (const handled of known.windows.at(-3)?.handled ?? []) handled.left = undefined
}

/** Drops the commands that are stored with a snapshot, or older than seven days. */
export function trim(known: KnownStream, forgetBefore: string) {
  const { windows } = known
  while (windows.length > 2 && (windows[0]!.kept || (windows[0]!.end?.endedAt ?? '') < forgetBefore)) {
    for (const handled of windows[0]!.handled)
      if (known.handled.get(handled.id) === handled) known.handled.delete(handled.id)
    windows.shift()
  }
}

/** The person whose sealed fields an event has; undefined if it has none. */
function personIn({ type, data }: Event): string | undefined {
  const personal = isKnown(type) ? definitionOf(type).personal : undefined
  return personal && String((data as Record<string, unknown>)[personal.of])
}

const STREAM_WEIGHT = 20
const LEFT_WEIGHT = 4

/** In units of about 150 bytes, the size of a remembered command without the state it left. */
export function weightOf({ decider, folded, handled, windows }: KnownStream) {
  const withStates = windows.slice(-2).reduce((sum, window) => sum + window.handled.length, 0)
  return STREAM_WEIGHT + handled.size + LEFT_WEIGHT * withStates + (decider.sizeOf?.(folded.state) ?? 0)
}
