import type { Change } from '@shop/language/analysis/streams'
import { formatMoney } from '../lib/money.ts'

type Value = Change['before']

/** Fields that hold dollars, by the last part of their path. */
const dollars = new Set(['total', 'price', 'paid', 'refunded', 'amount'])

/** The value as a text: money has a dollar sign. Null if the field does not exist. */
export function factText(field: string, value: Value): string | null {
  if (value === null) return null
  const name = field.slice(field.lastIndexOf('.') + 1)
  if (typeof value !== 'number') return String(value)
  if (name.endsWith('Cents')) return formatMoney(value / 100)
  return dollars.has(name) ? formatMoney(value) : String(value)
}

/** Matches the path of a field that only the shop uses, such as an id or the address of a picture. */
const TECHNICAL = /(?:^|\.)(?:_id|id|image|\w*Id|event|checkout)$/

export const isTechnical = (field: string) => TECHNICAL.test(field)

const NAMED = /\[([0-9a-f-]{36})\b([^\]]*)\]\.name$/

/**
 * Makes a function that replaces the product id in a field's path by the product's name. The names come from `fields`. Without a name, the
 * path stays as it is.
 */
export function pathWords(fields: readonly Pick<Change, 'field' | 'before' | 'after'>[]): (field: string) => string {
  const names = new Map(
    fields.flatMap(({ field, before, after }) => {
      const id = NAMED.exec(field)?.[1]
      const name = after ?? before
      return id && typeof name === 'string' ? [[id, name]] : []
    }),
  )
  return (field) =>
    field.replace(/\[([0-9a-f-]{36})\b/, (whole, id: string) => (names.has(id) ? `[${names.get(id)}` : whole))
}
