import { isMoney } from '@shop/language/analysis/money-column'
import type { RunAnswer, RunColumn } from '@shop/language/analysis/runs'
import { formatMoney } from '../../lib/money.ts'
import { eventCount, numeral } from '../../lib/numeral.ts'
import { wordsIn } from './column-words.ts'
import { partialPeriods } from './partial-periods.ts'

export type Cell = RunAnswer['rows'][number][number]

export const amountOf = (column: Pick<RunColumn, 'name' | 'kind'>, value: number) =>
  isMoney(column) ? formatMoney(value / 100) : numeral(value)

export const isPercent = ({ name }: Pick<RunColumn, 'name'>) => /percent|pct$/i.test(name)

export const isNumeric = ({ kind }: Pick<RunColumn, 'kind'>) => kind === 'integer' || kind === 'number'

/** A column whose name ends with event, version, id or year is no figure, unless the name has "count". */
export const isFigure = (column: Pick<RunColumn, 'name' | 'kind'>) => isNumeric(column) && !isIdentifier(column.name)

function isIdentifier(name: string) {
  const words = wordsIn(name).replaceAll('_', ' ')
  return /\b(event|version|id|year)\W*$/.test(words) && !/\bcount\b/.test(words)
}

/** A table shows the exact number. Plots and figures in large type round it. */
const ALL_DIGITS = { maximumFractionDigits: 20 }

/** For example the start of a week by `date_trunc`, which is shown as its day. */
const MIDNIGHT = /T00:00:00(\.0+)?Z$/

export function wordsOf(column: Pick<RunColumn, 'name' | 'kind'>, cell: Cell): string {
  const { kind } = column
  if (isMoney(column) && cell !== null) return amountOf(column, Number(cell))
  if (typeof cell === 'number' && isFigure(column)) return cell.toLocaleString('en-US', ALL_DIGITS)
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no'
  if (kind === 'moment' && typeof cell === 'string')
    return cell
      .replace(MIDNIGHT, '')
      .replace('T', ' ')
      .replace(/(\.0+)?Z$/, '')
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell)
}

/** The column with the id of the product that a row is about. Its evidence shows the pieces of this product. */
export const isProductId = ({ name, kind }: RunColumn) => kind === 'text' && name === 'productId'

export function productOf({ columns, rows }: Pick<RunAnswer, 'columns' | 'rows'>, row: number): string | undefined {
  const id = rows[row]?.[columns.findIndex(isProductId)]
  return typeof id === 'string' && id !== '' ? id : undefined
}

const namedIn = (columns: RunAnswer['columns']) =>
  columns.filter((column) => ['text', 'day', 'moment'].includes(column.kind) && !isProductId(column))

export function nameOfRow({ columns, rows }: Pick<RunAnswer, 'columns' | 'rows'>, row: number): string {
  const [first] = columns
  const cell = rows[row]?.[0]
  const isName = first && ['text', 'day', 'moment'].includes(first.kind) && cell !== null && cell !== ''
  return isName ? wordsOf(first, cell!) : `row ${row + 1}`
}

export const totalOf = (
  { columns, rows }: Pick<RunAnswer, 'columns' | 'rows'>,
  names: readonly string[],
): readonly Cell[] =>
  columns.map(({ name }, at) =>
    names.includes(name) ? rows.reduce((sum, row) => sum + Number(row[at] ?? 0), 0) : null,
  )

/**
 * The events of a row's evidence. `listed` has their numbers, each once. Large answers list only the first events. `isLeast`: there can be
 * more events than `count`.
 */
export type RowEvidence = Readonly<{ listed: readonly number[]; count: number; isLeast?: boolean }>

/** A row of a rule keeps this many events. */
const EVENTS_OF_RULE = 1_000

/** `type`: the type of the column. */
export function evidenceIn(cell: Cell, type?: string): RowEvidence {
  const short = isShort(cell) ? cell : undefined
  const listed = numbersIn(short ? short.first : [cell].flat())
  const count = short?.events ?? listed.length
  return { listed, count, ...(type === OF_RULE && count >= EVENTS_OF_RULE && { isLeast: true }) }
}

/** The type of a rule's column of evidence. */
const OF_RULE = 'events'

export const evidenceCount = ({ count, isLeast }: Omit<RowEvidence, 'listed'>) =>
  `${isLeast ? 'at least ' : ''}${eventCount(count)}`

const isShort = (cell: Cell): cell is { first: readonly Cell[]; events: number } =>
  cell !== null && typeof cell === 'object' && 'first' in cell

const numbersIn = (cells: readonly Cell[]) =>
  [...new Set(cells.map(Number))].filter((number) => Number.isSafeInteger(number) && number > 0)

export type Plotted = Readonly<{ kind: 'text' | 'over time'; labels: readonly string[]; of: readonly string[] }>

const MOST_PLOTTED = 200

/** A plot needs exactly one column of labels, at least one column of figures, and 2 to 200 rows. Returns undefined for other answers. */
export function plotted({ columns, rows }: Pick<RunAnswer, 'columns' | 'rows'>): Plotted | undefined {
  const named = namedIn(columns)
  const of = columns.filter(isFigure).map(({ name }) => name)
  const [label] = named
  if (named.length !== 1 || !label || of.length === 0 || rows.length < 2 || rows.length > MOST_PLOTTED) return undefined
  const at = columns.indexOf(label)
  const labels = rows.map((row) => (row[at] === null ? 'null' : wordsOf(label, row[at] ?? '')))
  return { kind: label.kind === 'text' ? 'text' : 'over time', labels, of }
}

type Timed = Pick<RunAnswer, 'columns' | 'rows' | 'asOf'>

/**
 * The rows about days, weeks or months that were observed only in part, with the number of observed days. Reads the columns `wholeDay`,
 * `wholeWeek`, `wholeMonth` or `wholeCohort`, and `daysObserved`. Without these columns, finds the periods that were not over at the
 * answer's moment, or that had begun when the shop `opened`.
 */
export function partialRows(answer: Timed, opened?: string): ReadonlyMap<number, number> {
  const { columns, rows, asOf } = answer
  const whole = columns.findIndex(({ name, kind }) => kind === 'boolean' && /^whole(Day|Week|Month|Cohort)$/.test(name))
  const days = columns.findIndex(({ name }) => /(^|: )daysObserved$/.test(name))
  if (whole !== -1)
    return new Map(rows.flatMap((row, at) => (row[whole] === false ? [[at, Number(row[days] ?? 0)] as const] : [])))
  const starts = periodsIn(answer).map((period) => Date.parse(String(period)))
  const known = starts.filter((start) => !Number.isNaN(start))
  const partial = partialPeriods(known, { opened, moment: asOf.moment })
  return new Map(starts.flatMap((start, row) => (partial.has(start) ? [[row, partial.get(start)!] as const] : [])))
}

/** A month or a day as text, such as `strftime` gives it. */
const PERIOD = /^\d{4}-\d\d(-\d\d)?$/

/** The cells of the only column with days or moments, or else of the only column with months or days as texts. */
function periodsIn({ columns, rows }: Timed): readonly Cell[] {
  const cellsOf = (column: RunColumn) => rows.map((row) => row[columns.indexOf(column)] ?? null)
  const times = columns.filter(({ kind }) => kind === 'day' || kind === 'moment')
  const texts = columns.filter(
    (column) => column.kind === 'text' && cellsOf(column).every((cell) => cell === null || PERIOD.test(String(cell))),
  )
  const [only, ...others] = times.length > 0 ? times : texts
  return only && others.length === 0 ? cellsOf(only) : []
}

/** `labels`: the names of the rows. By default, the names of their periods. */
export function partialWords(answer: Timed, opened?: string, labels: readonly Cell[] = periodsIn(answer)) {
  const periods = [...partialRows(answer, opened)].flatMap(([at, days]) =>
    labels[at] ? [`${periodName(String(labels[at]))} (${days} ${days === 1 ? 'day' : 'days'})`] : [],
  )
  return periods.length > 0 ? `Observed only in part: ${[...new Set(periods)].join(', ')}` : undefined
}

const periodName = (period: string) => period.replace(MIDNIGHT, '')

/** The numbers of a column to plot, with null for an empty cell. Returns undefined if there is no number or a negative one. */
export function valuesOf({ columns, rows }: Pick<RunAnswer, 'columns' | 'rows'>, name: string) {
  const at = columns.findIndex((column) => column.name === name)
  const values = rows.map((row) => numberOf(row[at] ?? null))
  return canPlot(values) ? values : undefined
}

export const numberOf = (cell: Cell) => (cell === null ? null : Number(cell))

/** Plots start at 0. */
export function canPlot(values: readonly (number | null)[]): boolean {
  const known = values.filter((value) => value !== null)
  return known.length > 0 && known.every((value) => value >= 0 && Number.isFinite(value))
}
