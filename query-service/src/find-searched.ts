import { users } from '@shop/language/account/document'
import type { Collection, Document } from '@shop/language/collection'
import { queryTokensOf } from '@shop/language/product/tokens'
import { cursorOf } from '@shop/stores/read-store/cursor'
import type { Page, Query, ReadStore } from '@shop/stores/read-store/read-store'

const MOST_CUSTOMERS = 1000

type Searched = Document & Readonly<{ customerId: string | null; tokens: readonly string[] }>
type SortOf<D> = Readonly<{ field: Exclude<keyof D & string, '_id'>; descending?: boolean }>
type Wanted<D extends Document> = Query<D> & Readonly<{ sortBy: SortOf<D>; limit: number }>

/**
 * A search finds documents with the searched words in their own text, or in the customer's name, e-mail address or id. A search without
 * words finds nothing.
 */
export async function findSearched<D extends Searched>(
  readStore: ReadStore,
  collection: Collection<D>,
  search: string | undefined,
  wanted: Wanted<D>,
): Promise<Page<D>> {
  if (search === undefined) return readStore.find(collection, wanted)
  const tokens = queryTokensOf(search)
  if (tokens.length === 0) return { documents: [] }
  const customerId = await customersCalled(readStore, search)
  const pages = await Promise.all([
    readStore.find(collection, { ...wanted, startWith: { tokens } as Query<D>['startWith'] & {} }),
    readStore.find(collection, { ...wanted, anyOf: { ...wanted.anyOf, customerId } as Query<D>['anyOf'] & {} }),
  ])
  return merged(pages, wanted)
}

/**
 * The ids of the customers with the searched words in their name or e-mail address. The text of the search is added, because it can be a
 * customer's id.
 */
export async function customersCalled(readStore: ReadStore, search: string): Promise<readonly string[]> {
  const tokens = queryTokensOf(search)
  if (tokens.length === 0) return []
  const named = await readStore.find(users, { startWith: { tokens }, limit: MOST_CUSTOMERS })
  return [...named.documents.map(({ _id }) => _id), search]
}

/** Merges pages with the same sort and cursor. A document of a later page replaces a document with the same id. */
export function merged<D extends Document>(
  pages: readonly Page<D>[],
  { sortBy: { field, descending = false }, limit }: Readonly<{ sortBy: SortOf<D>; limit: number }>,
): Page<D> {
  const found = new Map(pages.flatMap(({ documents }) => documents.map((one) => [one._id, one])))
  const direction = descending ? -1 : 1
  const sorted = [...found.values()].sort(
    (one, other) => direction * (compare(one[field], other[field]) || compare(one._id, other._id)),
  )
  const documents = sorted.slice(0, limit)
  const last = documents.at(-1)
  const isAll = sorted.length === documents.length && pages.every(({ next }) => next === undefined)
  if (!last || isAll) return { documents }
  return { documents, next: cursorOf({ field, descending, value: last[field] as string | number, id: last._id }) }
}

const compare = <Value>(one: Value, other: Value) => (one < other ? -1 : one > other ? 1 : 0)
