import type { ColumnText } from '@shop/language/analysis/api'
import { statuses } from '../admin/orders/statuses.ts'
import { fieldWords } from './field-words.ts'

type Texts = Readonly<{ name: string; texts?: readonly ColumnText[] }>

const PSEUDONYM = 'a pseudonym'

/** TABLE: the columns of texts that the copy's status does not describe. */
const own: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  events: {
    type: 'the name of the event’s own table, such as OrderPlaced',
    stream: 'the kind, “-” and an id; some ids are pseudonyms, such as those of people and payments',
    actor: 'the pseudonym (p_…) of the account; null for guests and the system; the role is in actorRole',
    correlation: 'the pseudonym (p_…) of the request',
    causation: 'the pseudonym (p_…) of the command',
  },
  orders_as_of: { status: oneOf(statuses), customerId: PSEUDONYM },
  carts_as_of: { ownerId: PSEUDONYM },
}

/** What each text in a column holds. For a text inside a record: `name: words`. */
export function textWords(table: string, { name, texts = [] }: Texts): readonly string[] {
  const said = own[table]?.[name]
  if (said) return [said]
  return texts.map(({ field, values }) => `${field && `${field}: `}${values ? oneOf(values) : PSEUDONYM}`)
}

function oneOf(values: readonly string[]) {
  return `one of ${values.map((value) => `'${value}'`).join(', ')}`
}

/** What a column's numbers and texts mean, and the fields inside its records. */
export const columnMeaning = (table: string, column: Texts & Readonly<{ type: string }>): readonly string[] => [
  ...fieldWords(table, column),
  ...textWords(table, column),
]
