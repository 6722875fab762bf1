import { hash } from 'node:crypto'
import type { Column, Question, Row } from './question.ts'

const sha256 = (text: string) => hash('sha256', text)

/** The digest of a question. Equal SQL and parameters give the same digest, as of any event or moment. */
export function questionDigest({ sql, parameters }: Question): string {
  const sorted = Object.entries(parameters).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return sha256(JSON.stringify([sql, sorted]))
}

/**
 * The version of the method for result digests. Two digests can be compared only if they have the same version. Version 1 sorted the rows.
 * Answers with a digest of version 1 do not contain the number of the version.
 */
export const DIGEST_VERSION = 2

const MODULUS = 1n << 256n

/**
 * Computes the digest of an answer's columns and rows. The digest does not depend on the order of the rows. Rows that are equal for an
 * ORDER BY come in the order of the files, and merging changes this order. The digests of single rows are added up, so that no row must be
 * kept.
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
