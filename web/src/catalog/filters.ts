import { MAX_TEXT } from '@shop/language/limits'
import type { Facet } from '@shop/language/product/facets'

/** TABLE: the fixed filter values (spec §3). Brands come from the catalog (decisions P8). */
export const choices = {
  category: ['Top Wear', 'Bottom Wear', 'Outerwear'],
  gender: ['Men', 'Women', 'Unisex'],
  color: ['Red', 'Blue', 'Green', 'Black', 'White'],
  size: ['XS', 'S', 'M', 'L', 'XL'],
  material: ['Cotton', 'Polyester', 'Denim', 'Leather'],
} as const

export const checkedFilters = ['material'] as const

export type ListFilter = Exclude<Facet, 'collection'>
export type ActiveFilter = { name: string; value: string; label: string }

export const MAX_PRICE = 100

/** TABLE: how many values each list filter takes. The chips of the chosen values are in this order. */
const takes: Readonly<Record<ListFilter, 'one' | 'many'>> = {
  category: 'one',
  gender: 'one',
  color: 'many',
  size: 'many',
  material: 'many',
  brand: 'many',
}
const listFilters = Object.keys(takes) as readonly ListFilter[]
const queryNames = [...listFilters, 'minPrice', 'maxPrice', 'search', 'sortBy']

/** A typed URL can use any letter case. */
export const chosen = (params: URLSearchParams, name: string): readonly string[] =>
  (params.get(name) ?? '').split(',').flatMap((value) => asListed(name, value.trim()) || [])

function asListed(name: string, value: string): string {
  const listed: readonly string[] = Object.hasOwn(choices, name) ? choices[name as keyof typeof choices] : []
  return listed.find((one) => isSame(one, value)) ?? value
}

export const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** If the cut leaves half a character, the half is removed too. */
export const searchedIn = (params: URLSearchParams): string | undefined =>
  params
    .get('search')
    ?.trim()
    .slice(0, MAX_TEXT.search)
    .replace(/[\ud800-\udbff]$/, '') || undefined

export function toggled(params: URLSearchParams, name: ListFilter, value: string): URLSearchParams {
  const values = chosen(params, name)
  if (values.some((one) => isSame(one, value))) return without(params, name, value)
  return having(params, name, takes[name] === 'one' ? [value] : [...values, value])
}

const without = (params: URLSearchParams, name: string, value: string): URLSearchParams =>
  having(
    params,
    name,
    chosen(params, name).filter((other) => !isSame(other, value)),
  )

export function having(params: URLSearchParams, name: string, values: readonly string[]): URLSearchParams {
  const next = new URLSearchParams(params)
  if (values.length > 0) next.set(name, values.join(','))
  else next.delete(name)
  return next
}

export function activeFilters(params: URLSearchParams): readonly ActiveFilter[] {
  const single = (name: string, label: (value: string) => string) => {
    const value = params.get(name)?.trim()
    return value ? [{ name, value, label: label(value) }] : []
  }
  const search = searchedIn(params)
  return [
    ...(search ? [{ name: 'search', value: search, label: `“${search}”` }] : []),
    ...listFilters.flatMap((name) => chosen(params, name).map((value) => ({ name, value, label: value }))),
    ...single('minPrice', (price) => `From $${price}`),
    ...single('maxPrice', (price) => `Up to $${price}`),
  ]
}

export const removed = (params: URLSearchParams, { name, value }: ActiveFilter): URLSearchParams =>
  listFilters.some((list) => list === name) ? without(params, name, value) : having(params, name, [])

export const cleared = (params: URLSearchParams): URLSearchParams =>
  having(new URLSearchParams(), 'sortBy', chosen(params, 'sortBy'))

export const searchOf = (params: URLSearchParams): string => params.toString().replaceAll('%2C', ',')

/** Unisex products are for men and women too, so these genders include them. */
const withUnisex = (gender: string) => (gender === 'Men' || gender === 'Women' ? `${gender},Unisex` : gender)

/** Leaves out unknown names and empty values. */
export function queryOf(params: URLSearchParams, collection: string): string {
  const query = new URLSearchParams()
  if (collection.toLowerCase() !== 'all') query.set('collection', collection)
  for (const name of queryNames) {
    const value = name === 'search' ? searchedIn(params) : params.get(name)?.trim()
    if (value) query.set(name, name === 'gender' ? withUnisex(chosen(params, name).join(',')) : value)
  }
  return query.toString()
}
