import type { Seen } from '@shop/language/analysis/trail'
import { activeFilters, choices, searchedIn } from './filters.ts'

type ListName = Extract<Seen, { what: 'list shown' }>['list']

/** The record of a list for the trail. A search is recorded with its term, any other list with one of the shop's fixed names. */
export function seenOf(params: URLSearchParams, collection: string, results: number): Seen {
  const term = searchedIn(params)
  if (term) return { what: 'search', term, results }
  const [one, ...more] = activeFilters(params)
  if (!one) return { what: 'list shown', list: collection.toLowerCase() === 'all' ? 'all' : 'other', results }
  const names: readonly string[] = [...choices.gender, ...choices.category]
  const isNamed = more.length === 0 && names.includes(one.value)
  return { what: 'list shown', list: isNamed ? (one.value.toLowerCase() as ListName) : 'other', results }
}
