import { changedFields, type Draft, type DraftField, listIn } from './product-draft.ts'
import { lineInWords, rebasedStock } from './stock-cells.ts'

/** `theirs` is the value that was saved elsewhere. `mine` is the value that this admin would save. */
export type Difference = { field: DraftField; theirs: string; mine: string; isMyChange: boolean }

/**
 * Applies this admin's changes, from `base` to `mine`, to the version that was saved elsewhere. A changed stock count is applied as a
 * difference, so that sales in between are kept (decisions S4).
 */
export function rebased(base: Draft, mine: Draft, theirs: Draft): Draft {
  const changed = changedFields(base, mine)
  const kept = Object.fromEntries(changed.map((field) => [field, mine[field]]))
  const counted = Number(theirs.countInStock) + Number(mine.countInStock) - Number(base.countInStock)
  return {
    ...theirs,
    ...kept,
    ...(changed.includes('countInStock') && { countInStock: String(Math.max(0, counted)) }),
    ...(changed.includes('stock') && { stock: rebasedStock(base.stock, mine.stock, theirs.stock) }),
  }
}

export function differencesBetween(base: Draft, mine: Draft, theirs: Draft): readonly Difference[] {
  const wanted = rebased(base, mine, theirs)
  const changedByMe = changedFields(base, mine)
  const changed = new Set([...changedByMe, ...changedFields(base, theirs)])
  return [...changed]
    .map((field) => ({
      field,
      theirs: inWords(theirs, field),
      mine: changedByMe.includes(field) ? inWords(wanted, field) : inWords(mine, field),
      isMyChange: changedByMe.includes(field),
    }))
    .filter((difference) => difference.theirs !== difference.mine)
}

export function decided(theirs: Draft, mine: Draft, takeMine: ReadonlySet<DraftField>): Draft {
  return { ...theirs, ...Object.fromEntries([...takeMine].map((field) => [field, mine[field]])) }
}

function inWords(draft: Draft, field: DraftField): string {
  switch (field) {
    case 'images':
      return draft.images.length === 1 ? '1 picture' : `${draft.images.length} pictures`
    case 'tones':
      return Object.entries(draft.tones)
        .map(([color, tones]) => `${color} ${tones.join(' ')}`)
        .join(', ')
    case 'stock':
      return draft.stock
        .map((cell) => `${lineInWords(cell)}: ${cell.countInStock}${cell.sku && ` (${cell.sku})`}`)
        .toSorted()
        .join('; ')
    case 'sizes':
    case 'colors':
      return listIn(draft[field]).join(', ')
    default:
      return draft[field]
  }
}
