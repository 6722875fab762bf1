import type { Suggested } from '../catalog.ts'
import { relevance } from '../recommended.ts'
import { otherWordings } from '../search/understand.ts'
import type { CatalogIndex } from './catalog-index.ts'
import { foundByWords } from './found-by-words.ts'
import { pageOf } from './search.ts'

export function suggest(index: CatalogIndex, search: string, limit: number): Suggested {
  const { found } = foundByWords(index, search)
  const { listings } = pageOf(index, { wanted: {}, found, sort: relevance, limit })
  const categories: Record<string, number> = {}
  for (const { listing } of found.keys()) {
    const { category } = listing.product
    if (category) categories[category] = (categories[category] ?? 0) + 1
  }
  if (listings.length > 0) return { listings, categories }
  const isFound = (wording: string) => foundByWords(index, wording).found.size > 0
  const nearest = otherWordings(search, index.words).find(isFound)
  return { listings, categories, ...(nearest !== undefined && { nearest }) }
}
