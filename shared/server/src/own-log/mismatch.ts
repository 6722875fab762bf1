import { type Position, START } from '@shop/language/events/event'
import type { EventReader } from '@shop/stores/event-store/event-store'
import { positionInside, positionsOf } from '@shop/stores/event-store/shop-log'
import type { Belonging, EventPlace } from '@shop/stores/key-store/key-store'
import type { CountedKeys } from '@shop/stores/sealing/count-keys'
import type { Seen } from '@shop/stores/seen/seen'

/** A store, by its name for the operator, and what it has seen of a log. */
export type Look = Readonly<{ store: string; seen: Seen }>

/** How a log differs from what the other stores have seen. */
export type Mismatch = Readonly<{
  is: 'missing' | 'another' | 'shorter'
  /** The log's id and its end. */
  id: string | undefined
  head: Position
  /** The furthest position that was seen, and the stores that have seen it. */
  seen: Position
  by: readonly string[]
}>

/** The findings before any store is opened. */
export type Found = Readonly<{
  /** What the keys have recorded. */
  belonging: Belonging | undefined
  /** The key store that the log names. */
  keyStore: string | undefined
  mismatch: Mismatch | undefined
  counted: CountedKeys | undefined
  /** Erased people whose key may exist again. */
  undestroyed: readonly string[]
}>

type Log = Pick<EventReader, 'head' | 'has' | 'identity' | 'readStream'>

/**
 * Compares a log with what the other stores have seen. Undefined if it is theirs and reaches as far. A log that was moved has another id
 * but the same events: the newest event that the keys know distinguishes it from another shop's log.
 */
export async function mismatchOf(log: Log | undefined, looks: readonly Look[]): Promise<Mismatch | undefined> {
  const used = looks.filter(({ seen }) => seen.isUsed)
  const belonging = looks.find(({ seen }) => seen.belonging)?.seen.belonging
  const head = log ? await log.head() : START
  const { id } = log ? await log.identity() : {}
  const told = (is: Mismatch['is'], what: readonly Beyond[]) => mismatch(is, { id, head }, what)

  if (!log || head === START) {
    if (used.length === 0 || isFirstStart(id, belonging, used)) return undefined
    return told('missing', used.flatMap(furthestOf))
  }
  const own = positionsOf(id ?? '')
  const has = async (position: Position) => {
    const inside = own.inside(position)
    return inside !== undefined && (await log.has(inside))
  }
  const isOurs = belonging && (belonging.newest ? await hasEvent(log, belonging.newest) : belonging.log === id)
  const beyond: Beyond[] = []
  for (const { store, seen } of used)
    for (const position of seen.positions)
      if (!(await has(position)) && !(position <= (belonging?.excused ?? START))) beyond.push({ store, position })
  if (belonging?.newest && !isOurs) beyond.push(...furthestOf(used.find(({ seen }) => seen.belonging)!))

  const shorter = beyond.filter(({ position }) => own.inside(position) !== undefined)
  if (shorter.length > 0) return told('shorter', shorter)
  // Keys of an earlier version do not name their log. The next step checks whether they open what is sealed in it.
  const mayBeMoved = isOurs ?? used.some(({ seen }) => 'belonging' in seen)
  return beyond.length > 0 && !mayBeMoved ? told('another', beyond) : undefined
}

type Beyond = Readonly<{ store: string; position: Position }>

/** An interrupted first start has recorded its log with the keys before the first key, and nothing else exists. */
const isFirstStart = (id: string | undefined, belonging: Belonging | undefined, used: readonly Look[]) =>
  id !== undefined && belonging?.log === id && !belonging.newest && used.every(({ seen }) => seen.belonging)

const furthestOf = ({ store, seen }: Look): Beyond[] => {
  const position = [...seen.positions, seen.belonging?.newest?.position ?? START].toSorted().at(-1) ?? START
  return [{ store, position }]
}

async function hasEvent(log: Log, { stream, version, event }: EventPlace) {
  for await (const { id } of log.readStream(stream, version)) return id === event
  return false
}

function mismatch(is: Mismatch['is'], log: Pick<Mismatch, 'id' | 'head'>, beyond: readonly Beyond[]): Mismatch {
  const seen =
    beyond
      .map(({ position }) => position)
      .toSorted()
      .at(-1) ?? START
  return { is, ...log, seen, by: [...new Set(beyond.map(({ store }) => store))] }
}

/** The number in a position, without its log's name. */
export const numberOf = (position: Position) => (position === START ? 0 : Number(positionInside(position)))

/** An event's position in this log. A log that was moved has other positions. */
export async function positionIn(
  log: Pick<EventReader, 'readStream'>,
  { stream, version }: EventPlace,
): Promise<Position> {
  for await (const { position } of log.readStream(stream, version)) return position
  return START
}
