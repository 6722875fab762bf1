import { changedFields, type Draft, type DraftField, listIn } from './product-draft.ts'

/** One field in which somebody else's saved version and the one being typed differ. */
export type Difference = { field: DraftField; theirs: string; mine: string; isMyChange: boolean }

/**
 * What was typed over `base`, put onto what somebody saved meanwhile. A count of stock is a difference: who counted
 * two more pieces counted two more, whatever was sold since (decisions S4).
 */
export function rebased(base: Draft, mine: Draft, theirs: Draft): Draft {
  const changed = changedFields(base, mine)
  const kept = Object.fromEntries(changed.map((field) => [field, mine[field]]))
  const counted = Number(theirs.countInStock) + Number(mine.countInStock) - Number(base.countInStock)
  return {
    ...theirs,
    ...kept,
    ...(changed.includes('countInStock') && { countInStock: String(Math.max(0, counted)) }),
  }
}

export function differencesBetween(base: Draft, mine: Draft, theirs: Draft): readonly Difference[] {
  const wanted = rebased(base, mine, theirs)
  const changedByMe = changedFields(base, mine)
  const changed = new Set([...changedByMe, ...changedFields(base, theirs)])
  return [...changed].map((field) => ({
    field,
    theirs: inWords(theirs, field),
    mine: changedByMe.includes(field) ? inWords(wanted, field) : inWords(mine, field),
    isMyChange: changedByMe.includes(field),
  }))
}

/** The draft that takes each field from whom it is given to. */
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
    case 'sizes':
    case 'colors':
      return listIn(draft[field]).join(', ')
    default:
      return draft[field]
  }
}
