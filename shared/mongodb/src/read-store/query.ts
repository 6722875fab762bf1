import type { Collection, Document } from '@shop/language/collection'
import { cursorOf, pageEndOf, sortOf } from '@shop/stores/read-store/cursor'
import { rangeOfStart } from '@shop/stores/read-store/range-of-start'
import type { Page, Query, Value } from '@shop/stores/read-store/read-store'
import type { Filter, Collection as MongoCollection, Sort } from 'mongodb'
import { pathOf, type Stored } from './collections.ts'

/** All documents must come in one batch, because a rebuilt collection could replace this collection between two batches (swaps.ts). */
const MOST_AT_ONCE = 100_000

type Condition = Record<string, unknown>

export async function findPage<D extends Document>(
  stored: MongoCollection<Stored>,
  collection: Collection<D>,
  query: Query<D>,
  options: Readonly<{ signal: AbortSignal; maxTimeMS: number }>,
): Promise<Page<D>> {
  const { limit } = query
  const { filter, sort } = questionOf(collection, query)
  const found = stored.find(filter, { sort, batchSize: limit === undefined ? MOST_AT_ONCE : limit + 1, ...options })
  const rows = await (limit === undefined ? found : found.limit(limit + 1)).toArray()
  const page = rows.slice(0, limit)
  const documents = page.map(({ document }) => document as D)
  const last = documents.at(-1)
  if (!last || rows.length === page.length) return { documents }
  const place = sortOf(query)
  const value = (last as Record<string, unknown>)[place.field] as string | number
  return { documents, next: cursorOf({ ...place, value, id: last._id }) }
}

/** Field names come from code, never from a request, and must be declared. A value is never used as an operator. */
export function questionOf<D extends Document>(
  { name, searchedBy, lists = [] }: Collection<D>,
  query: Query<D>,
): { filter: Filter<Stored>; sort: Sort } {
  const { anyOf = {}, startWith = {}, between = {}, after } = query
  const fields: readonly string[] = ['_id', ...searchedBy]
  const listFields: readonly string[] = lists
  const path = (field: string, declared: readonly string[]) => {
    if (!declared.includes(field)) throw new Error(`${name} is not searched by ${field}`)
    return pathOf(field)
  }
  const { field, descending } = sortOf(query)
  const direction = descending ? -1 : 1
  const sortPath = path(field, fields)

  const conditions: Condition[] = [
    ...entries<readonly Value[]>(anyOf).map(([one, values]) => ({
      [path(one, [...fields, ...listFields])]: { $in: values },
    })),
    ...entries<readonly string[]>(startWith).flatMap(([one, starts]) =>
      starts.map(rangeOfStart).map(([$gte, $lte]) => ({ [path(one, listFields)]: { $elemMatch: { $gte, $lte } } })),
    ),
    ...entries<{ from?: unknown; to?: unknown }>(between)
      .filter(([, range]) => Object.keys(range).length > 0)
      .map(([one, { from, to }]) => ({
        [path(one, fields)]: { ...(from !== undefined && { $gte: from }), ...(to !== undefined && { $lte: to }) },
      })),
    ...(after === undefined ? [] : behind(pageEndOf(after, field, descending), sortPath)),
  ]
  return {
    filter: conditions.length > 0 ? { $and: conditions } : {},
    sort: field === '_id' ? { _id: direction } : { [sortPath]: direction, _id: direction },
  }
}

/** The first condition lets the server start at the cursor in the sort's index. */
function behind({ field, descending, value, id }: ReturnType<typeof pageEndOf>, path: string): Condition[] {
  const past = descending ? '$lt' : '$gt'
  if (field === '_id') return [{ _id: { [past]: id } }]
  return [{ [path]: { [`${past}e`]: value } }, { $or: [{ [path]: { [past]: value } }, { _id: { [past]: id } }] }]
}

const entries = <T>(conditions: object) => Object.entries(conditions) as [string, T][]
