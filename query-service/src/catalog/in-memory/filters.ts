import { type Facet, facets } from '@shop/language/product/facets'
import type { Wanted } from '../catalog.ts'
import type { CatalogIndex } from './catalog-index.ts'
import type { Found } from './found-by-words.ts'
import type { Item, Value } from './item.ts'

export type Filter = Readonly<{ by: Facet | 'price' | 'search' | 'stock'; matches: (item: Item) => boolean }>

export function filtersOf(index: CatalogIndex, wanted: Wanted, found: Found | undefined): readonly Filter[] {
  const { minCents = 0, maxCents = Infinity, stock, fewest } = wanted
  const prices = [minCents, maxCents] as const
  const filters: Filter[] = []
  for (const by of facets) {
    const names = wanted[by]
    if (!names) continue
    const chosen = valuesNamed(index.values[by], names)
    // Usually one value is chosen, and a product has about ten.
    filters.push({ by, matches: ({ values }) => chosen.some((value) => values.includes(value)) })
  }
  if (minCents > 0 || maxCents < Infinity)
    filters.push({ by: 'price', matches: ({ listing }) => isWithin(listing.product.priceCents, prices) })
  if (found) filters.push({ by: 'search', matches: (item) => found.has(item) })
  if (stock) filters.push({ by: 'stock', matches: ({ listing }) => isWithin(listing.available, stock) })
  if (fewest) filters.push({ by: 'stock', matches: ({ listing }) => isWithin(listing.fewest, fewest) })
  return filters
}

const isWithin = (number: number, [least, most]: readonly [number, number]) => number >= least && number <= most

/** Names can be typed into a URL, so upper and lower case do not matter. */
function valuesNamed(values: ReadonlyMap<string, Value>, names: readonly string[]): readonly Value[] {
  const wanted = names.map((name) => name.toLowerCase())
  return [...values.values()].filter(({ text }) => wanted.includes(text.toLowerCase()))
}
