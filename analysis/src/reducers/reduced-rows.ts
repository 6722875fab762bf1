import { createAnswerRows } from '../questions/answer-rows.ts'
import {
  COMPARISON_DIGEST_VERSION,
  comparisonDigest,
  createResultDigest,
  DIGEST_VERSION,
} from '../questions/digests.ts'
import type { Cell, Column, ColumnKind, Row } from '../questions/question.ts'
import type { Reduced } from './reduction.ts'

const DAY = /^\d{4}-\d\d-\d\d$/
const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

export function answerOf(reduced: Reduced) {
  const isCompared = 'differences' in reduced
  const named = isCompared ? comparedRows(reduced.differences) : foldedRows(reduced.rows)
  const columns = named.names.map((name, at): Column => {
    const kind = name === 'evidence' ? 'evidence' : kindOf(named.rows.map((row) => row[at] ?? null))
    return { name, type: kind === 'evidence' ? 'events' : 'JavaScript', kind }
  })
  const digest = createResultDigest(columns)
  const answered = createAnswerRows(columns)
  for (const row of named.rows) {
    if (!answered.add(row)) break
    digest.add(row)
  }
  const rows = answered.rows()
  const shown = isCompared ? new Set(rows.map(([key]) => key)).size : rows.length
  const wanted = isCompared ? reduced.differing : reduced.all
  return {
    columns,
    rows,
    truncated: shown < wanted || rows.length < named.rows.length,
    resultDigest: isCompared ? comparisonDigest(digest.digest(), reduced.sides) : digest.digest(),
    digestVersion: isCompared ? COMPARISON_DIGEST_VERSION : DIGEST_VERSION,
    ...(isCompared && {
      compared: { rows: reduced.all, differing: reduced.differing, sideDigests: [...reduced.sides] },
    }),
  }
}

type Named = Readonly<{ names: readonly string[]; rows: readonly Row[] }>

function foldedRows(rows: Extract<Reduced, { rows: unknown }>['rows']): Named {
  const fieldsOf = (row: unknown) =>
    (typeof row === 'object' && row !== null && !Array.isArray(row) ? row : { value: row }) as Readonly<
      Record<string, Cell>
    >
  const fields = [...new Set(rows.flatMap(([, row]) => Object.keys(fieldsOf(row))))].filter((name) => name !== 'key')
  return {
    names: ['key', ...fields, 'evidence'],
    rows: rows.map(([key, row, events]) => [key, ...fields.map((name) => fieldsOf(row)[name] ?? null), [...events]]),
  }
}

const comparedRows = (differences: Extract<Reduced, { differences: unknown }>['differences']): Named => ({
  names: ['key', 'field', 'first', 'second', 'evidence'],
  rows: differences.map(([key, field, first, second, events]) => [
    key,
    field,
    first as Cell,
    second as Cell,
    [...events],
  ]),
})

function kindOf(values: readonly Cell[]): ColumnKind {
  const kinds = new Set(values.filter((value) => value !== null).map(kindOfValue))
  if (kinds.size === 1) return [...kinds][0]!
  return [...kinds].every((kind) => kind === 'integer' || kind === 'number') && kinds.size > 0 ? 'number' : 'text'
}

function kindOfValue(value: Cell): ColumnKind {
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  if (typeof value === 'boolean') return 'boolean'
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'object') return 'record'
  return DAY.test(value) ? 'day' : MOMENT.test(value) ? 'moment' : 'text'
}
