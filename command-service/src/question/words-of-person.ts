import { invalidField } from '@shop/language/errors'
import type { QuestionParameters } from '@shop/language/question/parameters'

const EMAIL = /[^\s'"<>()@]+@[^\s'"<>()@]+\.[a-z]{2,}/i

/**
 * Refuses a question that contains an e-mail address or its author's whole name. The text outlives its author's erasure, so it must not be
 * about the author (ADR 56). A name of one word is allowed, because it can be a word of SQL.
 */
export function requireNoPerson(
  { sql, parameters }: Readonly<{ sql: string; parameters: QuestionParameters }>,
  author: Readonly<{ name: string | null }>,
) {
  const name = plain(author.name ?? '')
  const isPerson = (text: string) => EMAIL.test(text) || (name.includes(' ') && plain(text).includes(name))
  const values = Object.values(parameters).filter((value) => typeof value === 'string')
  if (isPerson(sql)) throw invalidField('sql', REFUSAL)
  if (values.some(isPerson)) throw invalidField('parameters', REFUSAL)
}

const REFUSAL =
  'A saved question stays after its author’s account is erased. Remove the name or e-mail address of a person'

const plain = (text: string) => text.trim().toLowerCase().replace(/\s+/g, ' ')
