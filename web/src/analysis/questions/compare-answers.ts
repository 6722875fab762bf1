import type { RunAnswer, RunColumn } from '@shop/language/analysis/runs'
import type { QuestionParameters } from '@shop/language/question/parameters'
import { type Cell, canPlot, isFigure, isNumeric, isPercent, numberOf } from './cells.ts'
import { type Inputs, labelIn } from './input-words.ts'
import { typedOf } from './question-words.ts'

const named = (set: string, column: string) => `${set}: ${column}`

/** Null for a row without a number. */
type Numbers = readonly (number | null)[]

export type ComparedAnswers = Readonly<{
  /** Both answers as one: rows side by side, with the difference of each number. */
  answer: RunAnswer
  /** The names of the two sets of values, such as `$days 28`. */
  sets: readonly [string, string]
  numbers: readonly Readonly<{ column: RunColumn; values: readonly [Numbers, Numbers] }>[]
}>

/**
 * The key of a row is its texts, days, moments, booleans and event number. Rows with the same key are paired. Several rows with one key are
 * paired in order.
 */
export function compareAnswers(
  one: RunAnswer,
  other: RunAnswer,
  parameters: readonly [QuestionParameters, QuestionParameters],
  inputs?: Inputs,
): ComparedAnswers {
  const sets = setNames(parameters, inputs)
  const { columns } = one
  const keys = columns.flatMap((column, at) => (isKey(column) ? [at] : []))
  const rest = columns.flatMap((column, at) => (isKey(column) ? [] : [at]))
  const pairs = pairsOf(keyed(one, keys), keyed(other, keys))
  const values = rest.filter((at) => columns[at]?.kind !== 'evidence')
  const differs = ([a, b]: Pair) => !a || !b || values.some((at) => JSON.stringify(a[at]) !== JSON.stringify(b[at]))
  const answer = {
    ...one,
    columns: [...keys.map((at) => columns[at]!), ...rest.flatMap((at) => columnsOf(columns[at]!, sets))],
    rows: pairs.map((pair) => [
      ...keys.map((at) => (pair[0] ?? pair[1])?.[at] ?? null),
      ...rest.flatMap((at) => cellsOf(columns[at]!, pair, at)),
    ]),
    truncated: one.truncated || other.truncated,
    elapsedMs: one.elapsedMs + other.elapsedMs,
    memoryBytes: Math.max(one.memoryBytes, other.memoryBytes),
    compared: { rows: pairs.length, differing: pairs.filter(differs).length },
  }
  const valuesOf = (at: number, of: 0 | 1) => pairs.map((pair) => numberOf(pair[of]?.[at] ?? null))
  return {
    answer,
    sets,
    numbers: rest
      .filter((at) => isFigure(columns[at]!))
      .map((at) => ({ column: columns[at]!, values: [valuesOf(at, 0), valuesOf(at, 1)] as const }))
      .filter(({ values }) => canPlot(values.flat())),
  }
}

const isKey = (column: RunColumn) =>
  ['text', 'day', 'moment', 'boolean'].includes(column.kind) || (isNumeric(column) && column.name === 'event')

type Row = RunAnswer['rows'][number]
type Pair = readonly [Row | undefined, Row | undefined]

/** A count before the key distinguishes rows with equal keys. */
function keyed({ rows }: RunAnswer, keys: readonly number[]) {
  const found = new Map<string, Row>()
  const seen = new Map<string, number>()
  for (const row of rows) {
    const key = JSON.stringify(keys.map((at) => row[at]))
    const count = seen.get(key) ?? 0
    seen.set(key, count + 1)
    found.set(`${count} ${key}`, row)
  }
  return found
}

const pairsOf = (one: ReadonlyMap<string, Row>, other: ReadonlyMap<string, Row>): readonly Pair[] =>
  [...new Set([...one.keys(), ...other.keys()])].map((key) => [one.get(key), other.get(key)])

function columnsOf(column: RunColumn, sets: readonly string[]): readonly RunColumn[] {
  const difference = isPercent(column) ? 'difference in points' : 'difference'
  const wanted = isNumeric(column) ? [...sets, difference] : sets
  return wanted.map((set) => ({ ...column, name: named(set, column.name) }))
}

function cellsOf(column: RunColumn, [a, b]: Pair, at: number): readonly Cell[] {
  const [one, other] = [a?.[at] ?? null, b?.[at] ?? null]
  if (!isNumeric(column)) return [one, other]
  // Twelve digits hide rounding errors: 0.3 - 0.1 is 0.19999999999999998.
  const difference = one === null || other === null ? null : Number((Number(one) - Number(other)).toPrecision(12))
  return [one, other, difference]
}

function setNames(
  [values, others]: readonly [QuestionParameters, QuestionParameters],
  inputs: Inputs | undefined,
): readonly [string, string] {
  const differing = Object.keys(values).filter((name) => values[name] !== others[name])
  const nameOf = (set: QuestionParameters) =>
    differing.map((name) => `${labelIn(inputs, name)} ${typedOf(set[name] ?? null)}`).join(', ')
  return differing.length > 0 ? [nameOf(values), nameOf(others)] : ['first', 'second']
}
