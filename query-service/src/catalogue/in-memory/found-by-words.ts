import { type Closeness, closeness, closenesses } from '../search/closeness.ts'
import type { CatalogueIndex } from './catalogue-index.ts'
import { type Found, foundByPart } from './found-by-part.ts'
import { askedFor } from './passed-over.ts'
import { keep } from './slot-set.ts'

/** What is found, how near it can be, the words that were passed over for it, and those that were taken for typing errors. */
export type FoundByWords = Readonly<{
  found: Found
  steps: readonly Closeness[]
  passedOver: readonly string[]
  corrected: readonly Readonly<{ typed: string; readAs: string }>[]
}>

/** A text without any word finds nothing. */
export function foundByWords(index: CatalogueIndex, text: string): FoundByWords {
  const { parts, passedOver } = askedFor(index, text)
  const [first, ...others] = parts.map((part) => foundByPart(index, part))
  const isForSomebody = parts.some(({ gender }) => gender)
  const steps = isForSomebody ? closenesses : closenesses.filter((step) => step !== closeness.forAll)
  const corrected = parts.flatMap(({ typed, readAs }) => (readAs === undefined ? [] : { typed, readAs }))
  const told = { passedOver, corrected }
  if (!first) return { found: () => index.noBits(), steps: [], ...told }
  if (others.length === 0) return { found: first, steps, ...told }
  const all = index.noBits()
  const found: Found = (within) => {
    all.set(first(within))
    for (const other of others) keep(all, other(within))
    return all
  }
  return { found, steps, ...told }
}
