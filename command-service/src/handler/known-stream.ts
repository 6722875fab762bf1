import { personIn } from '@shop/language/all-events'
import type { Recorded } from '@shop/language/events/event'
import type { Snapshot } from '@shop/stores/snapshot-store/snapshot-store'
import type { Decider } from './decider.ts'
import { emptyStream, type Folded, step } from './folded.ts'

/** In events. */
export const SNAPSHOT_INTERVAL = 25
/** At least this many of a stream's last commands stay in memory, so that a repeat needs no query. */
export const MOST_HANDLED = 400
/** This many of the last commands keep their resulting states in memory, for clients that repeat a command immediately. */
export const MOST_LEFT = 50

/* The memory holds streams of all kinds together, so their types differ. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type AnyDecider = Decider<any, never, any>
// biome-ignore lint/suspicious/noExplicitAny: see above
export type AnyFolded = Folded<any>

/** The version and time of the command's last event, and the resulting state if it is still in memory. */
type Handled = {
  readonly id: string
  readonly digest: string | undefined
  version: number
  at: string
  left: AnyFolded | undefined
}

/** `since`: the time of the event before version `from`; '' at the start of the stream. */
type Begin = Readonly<{ from: number; since: string }>

/** A snapshot that is not stored yet. It covers the commands of the events from version `from` to `end`. */
export type DueSnapshot = Begin & Readonly<{ end: AnyFolded; eventId: string; endedAt: string }>

/** New events change this object, but replace `folded`. */
export type KnownStream = {
  readonly name: string
  readonly decider: AnyDecider
  /**
   * `assumed empty`: a command that creates the stream did not read the log. `dropped`: the entry must not be used any more, because a
   * person in the stream was erased, or the entry may differ from the log.
   */
  status: 'sound' | 'assumed empty' | 'dropped'
  folded: AnyFolded
  /** The commands that caused the events from version `complete.from` on, in order. */
  handled: Handled[]
  readonly byId: Map<string, Handled>
  complete: Begin
  /** Where the events after the last snapshot begin. Without a snapshot, the start of the stream. */
  interval: Begin
  due: DueSnapshot[]
  isQueued: boolean
  /** People whose sealed fields were decrypted to fold the stream. */
  people: Set<string>
  /** When the entry last had all events, in ms since 1970. Used if several processes write the log. */
  seenMs: number
}

export const unknownStream = (decider: AnyDecider, name: string): KnownStream => ({
  name,
  decider,
  status: 'sound',
  folded: emptyStream(decider),
  handled: [],
  byId: new Map(),
  complete: START_OF_STREAM,
  interval: START_OF_STREAM,
  due: [],
  isQueued: false,
  people: new Set(),
  seenMs: Number.NEGATIVE_INFINITY,
})

export const assumeEmpty = (decider: AnyDecider, name: string): KnownStream => ({
  ...unknownStream(decider, name),
  status: 'assumed empty',
})

const START_OF_STREAM: Begin = { from: 0, since: '' }

export function streamFrom(decider: AnyDecider, snapshot: Snapshot): KnownStream {
  const { stream, version, endedAt } = snapshot
  const next = { from: version + 1, since: endedAt }
  return { ...unknownStream(decider, stream), folded: foldedIn(decider, snapshot), complete: next, interval: next }
}

export function foldedIn(decider: AnyDecider, snapshot: Snapshot): AnyFolded {
  const { version, position, begunAt, recordedAt, state } = snapshot
  return { state: decider.snapshot!.read(state as never), version, position, begunAt, recordedAt }
}

/** If two readers add the same event, the second call changes nothing. */
export function note(known: KnownStream, event: Recorded) {
  const { version, metadata } = event
  if (version !== known.folded.version + 1) return
  const { causationId: id, digest, recordedAt: at } = metadata
  const left = step(known.decider, known.folded, event)
  known.folded = left
  const person = personIn(event)
  if (person !== undefined) known.people.add(person)

  const last = known.handled.at(-1)
  if (last?.id === id) Object.assign(last, { version, at, left })
  else {
    const handled = { id, digest, version, at, left }
    known.handled.push(handled)
    known.byId.set(id, handled)
    const former = known.handled.at(-1 - MOST_LEFT)
    if (former) former.left = undefined
  }
  if (known.decider.snapshot && (version + 1) % SNAPSHOT_INTERVAL === 0) {
    known.due.push({ ...known.interval, end: left, eventId: event.id, endedAt: at })
    known.interval = { from: version + 1, since: at }
  }
}

/** Forgets early commands that are stored with a snapshot or older than `forgetBefore`. The last few hundred stay. */
export function trim(known: KnownStream, forgetBefore: string) {
  const { handled, byId, due } = known
  // Snapshots that are due but too old are dropped. The newest always stays.
  while (due.length > 1 && due[0]!.endedAt < forgetBefore) due.shift()
  // Trims many entries at once, because removing one entry from the front of an array takes as long as removing many.
  if (handled.length < 2 * MOST_HANDLED) return
  const unstored = firstUnstored(known)
  const spare = handled.length - MOST_HANDLED
  const kept = handled.findIndex(({ version, at }, n) => n === spare || (version >= unstored && at >= forgetBefore))
  for (const one of handled.splice(0, kept)) {
    if (byId.get(one.id) === one) byId.delete(one.id)
    known.complete = { from: one.version + 1, since: one.at }
  }
}

const firstUnstored = ({ due, interval }: KnownStream) => (due[0] ?? interval).from

/** `whole`: the same stream, read completely from the log. */
export function addFormer(known: KnownStream, whole: KnownStream) {
  const former = whole.handled.filter(({ version }) => version < known.complete.from)
  for (const one of former) if (!known.byId.has(one.id)) known.byId.set(one.id, one)
  known.handled = [...former, ...known.handled]
  known.due = [...whole.due.filter(({ from }) => from < firstUnstored(known)), ...known.due]
  known.complete = whole.complete
}

const STREAM_WEIGHT = 20
const LEFT_WEIGHT = 4

/** The unit is about 150 bytes, the size of a remembered command without its state. */
export const weightOf = ({ decider, folded, handled: { length } }: KnownStream) =>
  STREAM_WEIGHT + length + LEFT_WEIGHT * Math.min(length, MOST_LEFT) + (decider.sizeOf?.(folded.state) ?? 0)
