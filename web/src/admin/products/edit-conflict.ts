import { changedFields, type Draft, type DraftField, listIn } from './product-draft.ts'
import {
  ANY,
  cellAt,
  countedAgain,
  isCounted,
  lineInWords,
  linesOf,
  type Recount,
  rebasedStock,
  type StockCell,
} from './stock-cells.ts'

/** `theirs` is the value that was saved elsewhere. `mine` is the value that this admin would save. */
export type Difference = { field: DraftField; theirs: string; mine: string; isMyChange: boolean }

/**
 * Applies this admin's changes, from `base` to `mine`, to the version that was saved elsewhere. `recounts`: the counts by others since
 * `base`.
 */
export function rebased(base: Draft, mine: Draft, theirs: Draft, recounts: readonly Recount[]): Draft {
  const changed = changedFields(base, mine)
  const kept = Object.fromEntries(changed.map((field) => [field, mine[field]]))
  const count = countedAgain(mine.countInStock, base.countInStock, theirs.countInStock, recounts)
  const isOtherTotal = changed.includes('countInStock') && mine.stock.length === 0 && count !== theirs.countInStock
  return {
    ...theirs,
    ...kept,
    ...(changed.includes('countInStock') && { countInStock: count }),
    ...(changed.includes('stock') && { stock: rebasedStock(cellsIn(base), mine.stock, cellsIn(theirs), recounts) }),
    // A typed total is not yet divided, even if the saved one is.
    ...(isOtherTotal && { stock: [] }),
  }
}

/** Before pieces are divided, all of them are in the shared line. */
const cellsIn = ({ stock, countInStock }: Draft): readonly StockCell[] =>
  stock.length > 0 ? stock : [{ ...ANY, sku: '', countInStock }]

export function differencesBetween(
  base: Draft,
  mine: Draft,
  theirs: Draft,
  recounts: readonly Recount[],
): readonly Difference[] {
  const wanted = rebased(base, mine, theirs, recounts)
  const isDivided = wanted.stock.length + theirs.stock.length > 0
  const changedIn = (draft: Draft) =>
    changedFields(base, draft).map((field) => (isDivided && field === 'countInStock' ? 'stock' : field))
  const changedByMe = changedIn(mine)
  const changed = new Set([...changedByMe, ...changedIn(theirs)])
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
  const taken = [...takeMine, ...(takeMine.has('stock') ? (['countInStock'] as const) : [])]
  return { ...theirs, ...Object.fromEntries(taken.map((field) => [field, mine[field]])) }
}

/** A sentence for each count of this admin that was saved with the sales since `base`. */
export function salesWhileEdited(base: Draft, mine: Draft, saved: Draft): readonly string[] {
  if (mine.stock.length === 0)
    return changedFields(base, mine).includes('countInStock') ? movedFrom(mine, saved, 'The stock') : []
  return linesOf(listIn(mine.sizes), listIn(mine.colors)).flatMap((line) => {
    const typed = cellAt(mine.stock, line)
    const wasCounted = isCounted(cellAt(cellsIn(base), line), typed)
    return wasCounted ? movedFrom(typed, cellAt(saved.stock, line), lineInWords(line)) : []
  })
}

type Counted = Readonly<{ countInStock: string }>

function movedFrom(typed: Counted, saved: Counted, name: string): readonly string[] {
  const more = Number(saved.countInStock) - Number(typed.countInStock)
  if (more === 0) return []
  const pieces = Math.abs(more) === 1 ? '1 piece was' : `${Math.abs(more)} pieces were`
  return [`${name} is ${saved.countInStock}: ${pieces} ${more < 0 ? 'sold or held' : 'added'} while you edited.`]
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
      if (draft.stock.length === 0) return `${draft.countInStock} in all`
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
