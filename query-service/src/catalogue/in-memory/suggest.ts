import type { Suggested } from '../catalogue.ts'
import { closeness } from '../search/closeness.ts'
import { otherWordings } from '../search/understand.ts'
import type { CatalogueIndex } from './catalogue-index.ts'
import { countIn } from './count-facets.ts'
import { foundByWords } from './found-by-words.ts'
import { searchedFor } from './matching.ts'
import { nearestFirst } from './search.ts'
import { countOf } from './slot-set.ts'

/** What a search that is being typed may become. Another wording is looked for only if it finds nothing. */
export function suggest(index: CatalogueIndex, search: string, limit: number): Suggested {
  const { listings, categories } = index.scratch.during(() => {
    const words = foundByWords(index, search)
    const nearest = nearestFirst(index, {}, words, limit)
    return {
      listings: nearest.map(({ entry }) => entry),
      categories: countIn(index.facets.category, words.found(closeness.mentioned)),
    }
  })
  if (listings.length > 0) return { listings, categories }
  const nearest = otherWordings(search, index.words).find((wording) => isFound(index, wording))
  return { listings, categories, ...(nearest !== undefined && { nearest }) }
}

const isFound = (index: CatalogueIndex, search: string) =>
  index.scratch.during(() => countOf(searchedFor(index, { search })) > 0)
