import { type Position, START } from '@shop/language/events/event'
import type { EventReader } from '@shop/stores/event-store/event-store'
import { positionInside, positionsOf } from '@shop/stores/event-store/shop-log'
import type { Belonging, EventPlace } from '@shop/stores/key-store/key-store'
import type { CountedKeys } from '@shop/stores/sealing/count-keys'
import type { Seen } from '@shop/stores/seen/seen'

/** The part of a log that a store has seen, with the store's name for the operator. */
export type Look = Readonly<{ store: string; seen: Seen }>

/** The difference between a log and what the other stores have seen of it. */
export type Mismatch = Readonly<{
  is: 'missing' | 'another' | 'shorter'
  id: string | undefined
  head: Position
  /** `seen`: the furthest position that a store has seen. `by`: the stores that have seen events which are not in the log. */
  seen: Position
  by: readonly string[]
}>

export type Found = Readonly<{
  /** What the key store has noted about its log. */
  belonging: Belonging | undefined
  /** The key store that the log has noted. */
  keyStore: string | undefined
  mismatch: Mismatch | undefined
  counted: CountedKeys | undefined
  /** Erased people whose keys may exist again. */
  undestroyed: readonly string[]
}>

type Log = Pick<EventReader, 'head' | 'has' | 'identity' | 'readStream'>

/**
 * Undefined if the log has all events that the other stores have seen. Events whose loss the operator has accepted do not count. A log may
 * have another id after a move. So a log with the newest event that the key store has noted is this shop's log.
 */
export async function mismatchOf(log: Log | undefined, looks: readonly Look[]): Promise<Mismatch | undefined> {
  const used = looks.filter(({ seen }) => seen.isUsed)
  const belonging = looks.find(({ seen }) => seen.belonging)?.seen.belonging
  const head = log ? await log.head() : START
  const { id } = log ? await log.identity() : {}
  const found = (is: Mismatch['is'], what: readonly Beyond[]) => mismatch(is, { id, head }, what)

  if (!log || head === START) {
    if (used.length === 0 || isFirstStart(id, belonging, used)) return undefined
    return found('missing', used.flatMap(furthestOf))
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
  if (shorter.length > 0) return found('shorter', shorter)
  // Keys from an earlier version of the shop do not name their log. `countKeys` checks later whether they open this log's sealed fields.
  const mayBeMoved = isOurs ?? used.some(({ seen }) => 'belonging' in seen)
  return beyond.length > 0 && !mayBeMoved ? found('another', beyond) : undefined
}

type Beyond = Readonly<{ store: string; position: Position }>

/** After an interrupted first start, the key store has noted its log but no event, and no other store has data. */
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

/** The number in a position, without the name of the log. */
export const numberOf = (position: Position) => (position === START ? 0 : Number(positionInside(position)))

/** Reads the position from the log, because a moved log has other positions. */
export async function positionIn(
  log: Pick<EventReader, 'readStream'>,
  { stream, version }: EventPlace,
): Promise<Position> {
  for await (const { position } of log.readStream(stream, version)) return position
  return START
}
