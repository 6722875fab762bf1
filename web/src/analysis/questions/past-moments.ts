import { isCents } from '@shop/language/analysis/money-column'
import type { RunAnswer, RunColumn } from '@shop/language/analysis/runs'
import { isNumeric } from './cells.ts'

/** Each moment of a series needs its own run. */
export const MOST_MOMENTS = 26
const DAY_MS = 86_400_000
const NOON_MS = DAY_MS / 2
const FRIDAY = 5

export type Every = 'Friday' | 'day' | 'month'

/** The last moments up to `before`, oldest first. Each is noon (UTC) of a day, a Friday, or the first day of a month. */
export function pastMoments(every: Every, count: number, before: string): readonly string[] {
  const moments: string[] = []
  const today = Math.floor(Date.parse(before) / DAY_MS) * DAY_MS + NOON_MS
  for (let noon = today; moments.length < count; noon -= DAY_MS) {
    const day = new Date(noon)
    const isOne = every === 'day' || (every === 'Friday' ? day.getUTCDay() === FRIDAY : day.getUTCDate() === 1)
    if (isOne && noon <= Date.parse(before)) moments.push(day.toISOString())
  }
  return moments.toReversed()
}

export function momentPresets(now: string): readonly { value: string; label: string }[] {
  const ago = (days: number) => new Date(Date.parse(now) - days * DAY_MS).toISOString()
  return [
    { value: pastMoments('day', 1, now)[0]!, label: 'Last noon' },
    { value: pastMoments('Friday', 1, now)[0]!, label: 'Last Friday at noon' },
    { value: ago(7), label: 'A week ago' },
    { value: pastMoments('month', 1, now)[0]!, label: 'First of the month, noon' },
    { value: ago(30), label: '30 days ago' },
  ]
}

/** TABLE: words in the name of a column whose sum means nothing. */
const NOT_ADDED = new Set(
  `average avg mean median quantile percentile tenths percent percentage pct rate ratio share per price was min minimum max maximum lowest
  highest least most rank event version`.split(/\s+/),
)
/** The name of a column that numbers periods, such as `hour` or `dayOfWeek`. */
const PERIOD = /^(\w+of)?(year|quarter|month|week|weekday|dow|isodow|day|hour|minute)$/i

/** Whether the numbers of a column can be added up, by its name. Averages, percentages and prices cannot. */
export function isSummable({ name }: Pick<RunColumn, 'name'>): boolean {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').split(/[^A-Za-z]+/)
  return !PERIOD.test(name) && !words.some((word) => NOT_ADDED.has(word.toLowerCase()))
}

/** The number of rows has this name in the result of `numbersOf`. */
const ROWS = 'rows'
const SUM = ', sum'

/** Whether a number from `numbersOf` is in cents. */
export const isAmount = (name: string) => isCents(ownName(name))

/** The name as a heading. Says `in $` if the cents are shown in dollars. */
export const shownName = (name: string) =>
  isAmount(name) ? `${ownName(name)} in $${name.slice(ownName(name).length)}` : name

const ownName = (name: string) => (name.endsWith(SUM) ? name.slice(0, -SUM.length) : name)

/** The numbers to compare between answers: the number of rows, the sums of columns, and the numbers of the row if there is only one. */
export function numbersOf({ columns, rows }: Pick<RunAnswer, 'columns' | 'rows'>): ReadonlyMap<string, number> {
  const [only] = rows.length === 1 ? rows : []
  const numbers = columns.flatMap((column, at) => {
    const own = only && isNumeric(column) && only[at] !== null ? [[column.name, Number(only[at])] as const] : []
    const hasSum = rows.length > 0 && column.kind === 'integer' && isSummable(column)
    const sum = () => rows.reduce((total, row) => total + Number(row[at] ?? 0), 0)
    return hasSum ? [...own, [`${column.name}${SUM}`, sum()] as const] : own
  })
  return new Map([...numbers, [ROWS, rows.length]])
}

/** The names of the numbers to compare. The sums are compared only if an answer has several rows. */
export function comparedNames(all: readonly ReturnType<typeof numbersOf>[]): readonly string[] {
  const isOneRow = all.every((numbers) => (numbers.get(ROWS) ?? 0) <= 1)
  const names = new Set(all.flatMap((numbers) => [...numbers.keys()]))
  return [...[...names].filter((name) => name !== ROWS && name.endsWith(SUM) !== isOneRow), ROWS]
}
