import { hash } from 'node:crypto'
import type { Column, Question, Row } from './question.ts'

const sha256 = (text: string) => hash('sha256', text)

/** Of what was asked, not of when: the text, and its parameters by name. */
export function questionDigest({ sql, parameters }: Question): string {
  const sorted = Object.entries(parameters).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return sha256(JSON.stringify([sql, sorted]))
}

/**
 * By which way a result's digest is made: those of one version alone can be compared. It goes up with each change of the way. Answers of
 * version 1, whose digest was that of their sorted rows, do not say theirs.
 */
export const DIGEST_VERSION = 2

const MODULUS = 1n << 256n

/**
 * Of the columns and the rows, whatever order the rows are in: rows that an ORDER BY holds for equal come in the order of the
 * files they were read from, and these are merged as the log grows. The digests of the rows are added up: none needs to be kept.
 */
export function createResultDigest(columns: readonly Column[]) {
  let [rows, sum] = [0, 0n]
  return {
    add(row: Row) {
      rows++
      sum = (sum + BigInt(`0x${sha256(JSON.stringify(row))}`)) % MODULUS
    },
    digest: (): string =>
      sha256(JSON.stringify([columns.map(({ name, type }) => [name, type]), rows, sum.toString(16)])),
  }
}
