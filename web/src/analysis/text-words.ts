import type { HeldText } from '@shop/language/analysis/api'
import { statuses } from '../admin/orders/statuses.ts'

type Field = Readonly<{ name: string; texts?: readonly HeldText[] }>

const PSEUDONYM = 'a pseudonym'

/** TABLE: what a column of texts holds, if its texts are from no list. */
const own: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  events: {
    type: 'the name of the event’s own table, such as OrderPlaced',
    stream: 'the kind, “-” and an id; the id of a person, a session or a payment is a pseudonym',
    actor: 'the pseudonym (p_…) of the account; null for guests and the system; the role is in actorRole',
    correlation: 'the pseudonym (p_…) of the request',
    causation: 'the pseudonym (p_…) of the command',
  },
  orders_as_of: { status: oneOf(statuses), customerId: PSEUDONYM },
  carts_as_of: { ownerId: PSEUDONYM },
}

/** What each text in a column holds. The texts inside a record have their names before the words. */
export function textWords(table: string, { name, texts = [] }: Field): readonly string[] {
  const said = own[table]?.[name]
  if (said) return [said]
  return texts.map(({ field, words }) => `${field && `${field}: `}${words ? oneOf(words) : PSEUDONYM}`)
}

function oneOf(words: readonly string[]) {
  return `one of ${words.map((word) => `'${word}'`).join(', ')}`
}
