import { MAX_TEXT } from '@shop/language/api/limits'

/** The fixed filter values of the shop (spec §3); brands are those of the catalogue (decisions P8). */
export const choices = {
  category: ['Top Wear', 'Bottom Wear', 'Outerwear'],
  gender: ['Men', 'Women', 'Unisex'],
  color: ['Red', 'Blue', 'Green', 'Black', 'White'],
  size: ['XS', 'S', 'M', 'L', 'XL'],
  material: ['Cotton', 'Polyester', 'Denim', 'Leather'],
} as const

export type ListFilter = keyof typeof choices | 'brand'
export type ActiveFilter = { name: string; value: string; label: string }

export const MAX_PRICE = 100

const listFilters: readonly ListFilter[] = ['category', 'gender', 'color', 'size', 'material', 'brand']
const singleFilters: readonly ListFilter[] = ['category', 'gender']
const queryNames = [...listFilters, 'minPrice', 'maxPrice', 'search', 'sortBy']

/** The values of a filter in the address, each as the shop writes it: people type addresses in any letter case. */
export const chosen = (params: URLSearchParams, name: string): readonly string[] =>
  (params.get(name) ?? '').split(',').flatMap((value) => asListed(name, value.trim()) || [])

function asListed(name: string, value: string): string {
  const listed: readonly string[] = Object.hasOwn(choices, name) ? choices[name as keyof typeof choices] : []
  return listed.find((one) => isSame(one, value)) ?? value
}

/** One value of a filter, in any letter case. */
export const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** What is searched for, at most as long as the shop takes it; half of a character at the end is left out. */
export const searchedIn = (params: URLSearchParams): string | undefined =>
  params
    .get('search')
    ?.trim()
    .slice(0, MAX_TEXT.search)
    .replace(/[\ud800-\udbff]$/, '') || undefined

/** The colors that are filtered by, and every word of the search, which may be one. */
export const wantedColors = (params: URLSearchParams): readonly string[] => [
  ...chosen(params, 'color'),
  ...(params.get('search') ?? '').split(/[\s,]+/),
]

/** Adds or removes a value; category and gender have one value at most. */
export function toggled(params: URLSearchParams, name: ListFilter, value: string): URLSearchParams {
  const values = chosen(params, name)
  if (values.some((one) => isSame(one, value))) return without(params, name, value)
  return having(params, name, singleFilters.includes(name) ? [value] : [...values, value])
}

export const without = (params: URLSearchParams, name: string, value: string): URLSearchParams =>
  having(
    params,
    name,
    chosen(params, name).filter((other) => !isSame(other, value)),
  )

/** Empty values are not kept in the address. */
export function having(params: URLSearchParams, name: string, values: readonly string[]): URLSearchParams {
  const next = new URLSearchParams(params)
  if (values.length > 0) next.set(name, values.join(','))
  else next.delete(name)
  return next
}

/** All filters that are set, in the order of the sidebar. */
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

/** The address without filters: the sort stays. */
export const cleared = (params: URLSearchParams): URLSearchParams =>
  having(new URLSearchParams(), 'sortBy', chosen(params, 'sortBy'))

/** The filters as a query string: values of one filter are joined by commas, which are not escaped. */
export const searchOf = (params: URLSearchParams): string => params.toString().replaceAll('%2C', ',')

/** What is for anybody is for men and for women too: the shop is asked for both. */
const withUnisex = (gender: string) => (gender === 'Men' || gender === 'Women' ? `${gender},Unisex` : gender)

/** The query of the API for an address of the shop: known names only, only what is not empty. */
export function queryOf(params: URLSearchParams, collection: string): string {
  const query = new URLSearchParams()
  if (collection.toLowerCase() !== 'all') query.set('collection', collection)
  for (const name of queryNames) {
    const value = name === 'search' ? searchedIn(params) : params.get(name)?.trim()
    if (value) query.set(name, name === 'gender' ? withUnisex(chosen(params, name).join(',')) : value)
  }
  return query.toString()
}
