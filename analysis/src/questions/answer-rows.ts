import { MOST_ANSWER_BYTES, MOST_ROWS, SHORT_EVIDENCE } from '../limits.ts'
import type { Cell, Column, Row } from './question.ts'

/**
 * Collects as many rows of an answer as fit. If the rows are too large with full evidence, each long list of evidence becomes
 * `{ first, events }`: the list's first events and its number of events.
 */
export function createAnswerRows(columns: readonly Column[]) {
  let rows: Row[] = []
  let bytes = 0
  let isShort = false

  const short = (row: Row): Row =>
    row.map((cell, at) => (columns[at]?.kind === 'evidence' ? shortEvidence(cell) : cell))

  function shorten() {
    isShort = true
    rows = rows.map(short)
    bytes = rows.reduce((sum, row) => sum + bytesOf(row), 0)
  }

  return {
    /** Returns false if the row does not fit. */
    add(row: Row): boolean {
      if (rows.length === MOST_ROWS) return false
      let added = isShort ? short(row) : row
      let size = bytesOf(added)
      if (!isShort && bytes + size > MOST_ANSWER_BYTES) {
        shorten()
        added = short(row)
        size = bytesOf(added)
      }
      if (bytes + size > MOST_ANSWER_BYTES) return false
      rows.push(added)
      bytes += size
      return true
    },
    rows: (): readonly Row[] => rows,
  }
}

const shortEvidence = (cell: Cell): Cell =>
  Array.isArray(cell) && cell.length > SHORT_EVIDENCE
    ? { first: cell.slice(0, SHORT_EVIDENCE), events: cell.length }
    : cell

const bytesOf = (row: Row) => Buffer.byteLength(JSON.stringify(row))
