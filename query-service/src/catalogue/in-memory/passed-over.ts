import { closeness } from '../search/closeness.ts'
import { type Part, understand } from '../search/understand.ts'
import type { CatalogueIndex } from './catalogue-index.ts'
import { foundByPart, standingOf } from './found-by-part.ts'
import { countOf, keep } from './slot-set.ts'
import { standings } from './word-index.ts'

/** The parts that a product must all match, and the words that none has to. */
export type Asked = Readonly<{ parts: readonly Part[]; passedOver: readonly string[] }>

/**
 * Of a nice shirt for a summer party the shop has the shirt. So where a thing is named that some product is, words that only say
 * more of it are passed over: those that no product has, and those that only descriptions have, none of what else is asked
 * for. Words of names and facts, things and for whom are never passed over: who looks for a blue skirt is shown no red one.
 */
export function askedFor(index: CatalogueIndex, text: string): Asked {
  const parts = understand(text, index.words)
  const isTold = parts.map((part) => standingOf(index, part) === standings.told)
  const isFirm = parts.map(({ namesThing }, at) => namesThing || isTold[at])
  const isNamed = parts.some(({ namesThing }, at) => namesThing && isTold[at])
  if (!isNamed || isFirm.every(Boolean)) return { parts, passedOver: [] }
  const bits = index.noBits()
  index.all.addTo(bits)
  const farthest = (part: Part) => foundByPart(index, part)(closeness.mentioned)
  for (const part of parts.filter((_, at) => isFirm[at])) keep(bits, farthest(part))
  const kept = parts.filter((part, at) => {
    if (isFirm[at]) return true
    const both = bits.slice()
    keep(both, farthest(part))
    const isFound = countOf(both) > 0
    if (isFound) bits.set(both)
    return isFound
  })
  const passedOver = parts.filter((part) => !kept.includes(part)).map(({ typed }) => typed)
  return { parts: kept, passedOver }
}
