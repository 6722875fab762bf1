import { hash } from 'node:crypto'
import type { Column, Question, Row } from './question.ts'

const sha256 = (text: string) => hash('sha256', text)

/** The digest does not depend on `asOf`. */
export function questionDigest({ sql, parameters }: Question): string {
  const sorted = Object.entries(parameters).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return sha256(JSON.stringify([sql, sorted]))
}

/** The version of `createResultDigest`. Only digests of the same version can be compared. */
export const DIGEST_VERSION = 2

const MODULUS = 1n << 256n

/** The digest does not depend on the order of the rows, because merging segments can change the order of rows with equal sort values. */
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

/** The version of `comparisonDigest`. It differs from each version of `createResultDigest`. */
export const COMPARISON_DIGEST_VERSION = 3

/** `differences`: the digest of the rows that differ. `sides`: the digest of all rows of each side. */
export const comparisonDigest = (differences: string, sides: readonly string[]): string =>
  sha256(JSON.stringify([differences, ...sides]))
