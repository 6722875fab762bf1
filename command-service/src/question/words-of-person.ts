import { invalidField } from '@shop/language/errors'
import type { Saved } from '@shop/language/question/view'

const EMAIL = /[^\s'"<>()@]+@[^\s'"<>()@]+\.[a-z]{2,}/i

/**
 * Refuses a question or rule that contains an e-mail address or its author's whole name. The text stays after the author's erasure (ADR
 * 56). A name of one word is allowed, because it can be a word of SQL.
 */
export function requireNoPerson(
  { sql, parameters, rule }: Pick<Saved, 'sql' | 'parameters' | 'rule'>,
  author: Readonly<{ name: string | null }>,
) {
  const name = plain(author.name ?? '')
  const isPerson = (text: unknown) =>
    typeof text === 'string' && (EMAIL.test(text) || (name.includes(' ') && plain(text).includes(name)))
  if (isPerson(sql)) throw invalidField('sql', REFUSAL)
  if (Object.values(parameters ?? {}).some(isPerson)) throw invalidField('parameters', REFUSAL)
  if (isPerson(rule?.reducer)) throw invalidField('reducer', REFUSAL)
  if (Object.values(rule?.against ?? {}).some(isPerson)) throw invalidField('against', REFUSAL)
}

const REFUSAL =
  'Remove the author’s name and all e-mail addresses, because this text stays when the author’s account is erased'

const plain = (text: string) => text.trim().toLowerCase().replace(/\s+/g, ' ')
