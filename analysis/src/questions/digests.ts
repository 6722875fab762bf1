import { hash } from 'node:crypto'
import type { Column, Question, Row } from './question.ts'

const sha256 = (text: string) => hash('sha256', text)

/** Of what was asked, not of when: the text, and its parameters by name. */
export function questionDigest({ sql, parameters }: Question): string {
  const sorted = Object.entries(parameters).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return sha256(JSON.stringify([sql, sorted]))
}

/**
 * Of the columns and the rows, whatever order the rows are in: rows that an ORDER BY holds for equal come in the order of the
 * files they were read from, and these are merged as the log grows.
 */
export const resultDigest = (columns: readonly Column[], rows: readonly Row[]): string =>
  sha256(
    [
      JSON.stringify(columns.map(({ name, type }) => [name, type])),
      ...rows.map((row) => JSON.stringify(row)).toSorted(),
    ].join('\n'),
  )
