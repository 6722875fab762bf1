import type { Document } from '@shop/language/collection'
import { invalidField } from '@shop/language/errors'
import type { Query } from './read-store.ts'

/** `value` and `id`: the sort field's value and the id of the page's last document. */
export type PageEnd = Readonly<{ field: string; descending: boolean; value: string | number; id: string }>

export const sortOf = <D extends Document>({ sortBy }: Query<D>) => ({
  field: sortBy?.field ?? '_id',
  descending: sortBy?.descending ?? false,
})

export const cursorOf = ({ field, descending, value, id }: PageEnd) =>
  Buffer.from(JSON.stringify([field, descending, value, id])).toString('base64url')

/** Throws VALIDATION_FAILED for a text that is no cursor, and for the cursor of a list in another order. */
export function pageEndOf(cursor: string, field: string, descending: boolean): PageEnd {
  const [ofField, ofDescending, value, id] = partsOf(cursor)
  const isPlace = ofField === field && ofDescending === descending && typeof id === 'string'
  if (!isPlace || !(typeof value === 'string' || typeof value === 'number'))
    throw invalidField('cursor', 'Not the cursor of an earlier page', 'This page of the list does not exist')
  return { field, descending, value, id }
}

/** Empty for a text that is no cursor. */
export function partsOf(cursor: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}
