import type { DuckDBConnection } from '@duckdb/node-api'
import type { Thing } from '@shop/language/analysis/things'
import type { Document } from '@shop/language/collection'
import { foldAll } from '@shop/projections/fold'
import { anyProjection } from '@shop/projections/projection'
import { createWorkingSet } from '@shop/projections/working-set'
import { type CopyView, selectTable } from '../copy/copy-view.ts'
import type { Copy } from '../copy/open-copy.ts'
import { searchRanges } from '../copy/search-ranges.ts'
import { eventsTable } from '../tables/all-tables.ts'
import { literal } from '../tables/literal.ts'
import { noSuchPage, type Things } from './kind-of-things.ts'
import { createStreamReader, type StreamReader } from './stream-events.ts'
import type { Kind } from './stream-kinds.ts'
import { historyOf } from './thing-history.ts'
import { isFoundBy } from './thing-search.ts'

/** How many ranges of events are searched for one page. */
const MOST_LOOKS = 3
const LOOKS = { firstLook: 10_000, growth: 5 }
/** At most this many things are folded for each thing on a page, because the page leaves out some folded things. */
const MOST_FOLDED = 4
/** With `startsOf`, at most this many things are looked up for each thing on a page. */
const MOST_FOUND = 50

/** The state after `event`, where folding can begin. `document` is missing if the thing had ended. */
export type Start<D> = Readonly<{ event: number; version: number; document?: D }>
/** Finds where folding can start, by id. A thing that the result lacks is folded from its first event. */
export type StartsOf<D> = (ids: readonly string[], event: number) => Promise<ReadonlyMap<string, Start<D>>>
type Starts<D> = ReadonlyMap<string, Start<D>>

/** The returned function also finds the event that gives each thing its place in a list. */
function foldingOf<D extends Document>({ projection, streamOf, alsoChangedBy, listed }: Kind<D>) {
  const any = anyProjection(projection)
  return async (reader: StreamReader, ids: readonly string[], starts: Starts<D> = new Map()) => {
    const known = new Map(ids.flatMap((id) => (starts.has(id) ? [[streamOf(id), starts.get(id)!]] : [])))
    const own = await reader.whole(ids.map(streamOf), known)
    const others = alsoChangedBy ? await reader.ofType(alsoChangedBy.type, ids.map(alsoChangedBy.streamOf)) : []
    const startEvents = new Map(ids.map((id) => [alsoChangedBy?.streamOf(id), starts.get(id)?.event ?? 0]))
    const later = others.filter(({ stream, position }) => Number(position) > startEvents.get(stream)!)
    const workingSet = createWorkingSet(ids.flatMap((id) => starts.get(id)?.document ?? []))
    const events = [...own, ...later].toSorted((one, other) => Number(one.position) - Number(other.position))
    foldAll(any, workingSet, events)
    const listing = own.filter(({ type }) => listed.types?.includes(type) ?? true)
    // A Map keeps the last value set for a stream.
    const places = new Map(
      (listed.by === 'last' ? listing : listing.toReversed()).map((event) => [event.stream, Number(event.position)]),
    )
    return (id: string) => ({
      document: workingSet.documents.get(id) as unknown as D | undefined,
      place: places.get(streamOf(id)) ?? starts.get(id)?.event,
    })
  }
}

/**
 * Snapshots of all things of the kind would be too large, so each thing is folded from its own stream. A list is searched backwards from
 * the newest events. A page ends when it is full or when `MOST_LOOKS` ranges are searched.
 */
export function thingsOfStreams<D extends Document>(
  copy: Pick<Copy, 'reading'>,
  kind: Kind<D>,
  startsOf?: StartsOf<D>,
): Things {
  const folded = foldingOf(kind)

  /** Leaves out things whose place is in another range. */
  async function shownOf(reader: StreamReader, found: readonly Found[], starts: Starts<D>, search: Page['search']) {
    const ids = found.map(({ id }) => id)
    const stateOf = await folded(reader, ids, starts)
    return found.flatMap(({ id, place }) => {
      const { document, place: listedAt } = stateOf(id)
      if (!document || listedAt !== place || kind.isNothing(document)) return []
      const thing = kind.thingOf(document)
      return isFoundBy(search, thing) ? [{ place, thing }] : []
    })
  }

  /** Yields the found things, then the place where the search ended. */
  async function* shown(connection: DuckDBConnection, view: CopyView, { event, end, limit, search }: Page) {
    const reader = createStreamReader(connection, view, event)
    let left = (startsOf ? MOST_FOUND : MOST_FOLDED) * limit
    let toFold = MOST_FOLDED * limit
    let ended = end + 1
    for (const [from, upTo] of [...searchRanges(end, LOOKS)].slice(0, MOST_LOOKS)) {
      const found = await foundIn(connection, view, kind, { from, upTo, most: left, event, search })
      const ids = found.map(({ id }) => id)
      const starts: Starts<D> = (await startsOf?.(ids, event)) ?? new Map()
      const ongoing = found.filter(({ id, place }) => !isOver(starts.get(id), place))
      // The first call usually folds enough things to fill the page. The second call folds all other things at once, because a call for
      // many things takes no longer than a call for a few.
      for (const some of [ongoing.slice(0, limit + 1), ongoing.slice(limit + 1, toFold)].filter(
        ({ length }) => length > 0,
      )) {
        yield* await shownOf(reader, some, starts, search)
        ended = some.at(-1)!.place
      }
      left -= found.length
      toFold -= ongoing.length
      if (toFold <= 0) break
      ended = left === 0 ? found.at(-1)!.place : from
      if (left === 0) break
    }
    yield { place: ended }
  }

  return {
    find: (view, event, id) =>
      copy.reading(async (connection) => {
        const { document } = (await folded(createStreamReader(connection, view, event), [id]))(id)
        return document && kind.thingOf(document)
      }),
    list: (view, event, { limit, after, search }) =>
      copy.reading(async (connection) => {
        const things: Thing[] = []
        let last = 0
        const end = endBefore(event, after)
        for await (const one of shown(connection, view, { event, end, limit, search })) {
          if (!('thing' in one)) return { things, ...(one.place > 1 && { next: String(one.place) }) }
          if (things.length === limit) break
          things.push(one.thing)
          last = one.place
        }
        return { things, next: String(last) }
      }),
    history: (view, range) =>
      copy.reading(async (connection) => {
        const { document } = (await folded(createStreamReader(connection, view, range.after), [range.id]))(range.id)
        return historyOf(connection, view, { ...kind, mayChange: (one) => streamsOf(kind, one) }, document, range)
      }),
  }
}

const streamsOf = <D extends Document>({ streamOf, alsoChangedBy }: Kind<D>, id: string) =>
  [
    `stream = ${literal(streamOf(id))}`,
    ...(alsoChangedBy
      ? [`stream = ${literal(alsoChangedBy.streamOf(id))} AND type = ${literal(alsoChangedBy.type)}`]
      : []),
  ].join(' OR ')

const isOver = (start: Start<unknown> | undefined, place: number) =>
  start !== undefined && start.event >= place && start.document === undefined

/** A page is searched backwards from this event. */
function endBefore(event: number, after: string | undefined): number {
  if (after === undefined) return event
  if (!/^\d{1,16}$/.test(after)) throw noSuchPage()
  return Math.min(event, Number(after) - 1)
}

type Found = Readonly<{ id: string; place: number }>
type Page = Readonly<{ event: number; end: number; limit: number; search: string | undefined }>
type Range = Readonly<{ from: number; upTo: number; most: number } & Pick<Page, 'event' | 'search'>>

async function foundIn<D extends Document>(
  connection: DuckDBConnection,
  view: CopyView,
  { listed: { where, by, endedBy = [] }, streamOf }: Kind<D>,
  { from, upTo, most, event, search }: Range,
): Promise<readonly Found[]> {
  // The searched words can be in an event before this range. If the words were removed later, the folded thing is left out.
  const named =
    search === undefined
      ? ''
      : `AND stream IN (SELECT stream FROM (${selectTable(eventsTable, view, event)}) WHERE ${where}
         AND contains(lower(concat(stream, ' ', CAST(data AS VARCHAR))), lower(${literal(search)})))`
  const ended = endedBy.length > 0 ? `HAVING arg_max(type, event) NOT IN (${endedBy.map(literal).join(', ')})` : ''
  const read = await connection.runAndReadAll(
    `SELECT stream, ${by === 'first' ? 'min' : 'max'}(event) AS place FROM (${selectTable(eventsTable, view, upTo, from)})
     WHERE ${where} ${named} GROUP BY stream ${ended} ORDER BY place DESC LIMIT ${most}`,
  )
  const prefix = streamOf('').length
  return read.getRowObjects().map(({ stream, place }) => ({ id: String(stream).slice(prefix), place: Number(place) }))
}
