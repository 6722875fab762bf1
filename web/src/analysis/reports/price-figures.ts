import type { RunAnswer } from '@shop/language/analysis/runs'
import type { AnswerFigure } from '../questions/answer-figures.ts'
import { withSign } from '../with-sign.ts'
import { ifFew } from './few-cases.ts'

/** A change counts if the product was for sale at least this many days at the old and at the new price. A day or two can be chance. */
const LEAST_DAYS = 7

/** The median change in pieces sold per day, after price cuts and after price rises. */
export function priceFigures({ columns, rows, truncated }: RunAnswer): readonly AnswerFigure[] {
  const numbersOf = (name: string) => {
    const at = columns.findIndex((column) => column.name === name)
    return rows.map((row) => Number(row[at] ?? Number.NaN))
  }
  const [was, is] = [numbersOf('wasCents'), numbersOf('priceCents')]
  const [daysBefore, daysAfter] = [numbersOf('daysBefore'), numbersOf('daysAfter')]
  const rateOf = (pieces: string, days: readonly number[]) => numbersOf(pieces).map((sum, row) => sum / days[row]!)
  const [before, after] = [rateOf('piecesBefore', daysBefore), rateOf('piecesAfter', daysAfter)]
  if (truncated || rows.length === 0) return []
  const changes = rows.map((_, row) => after[row]! / before[row]! - 1)
  const isKnown = (row: number) => before[row]! > 0 && Math.min(daysBefore[row]!, daysAfter[row]!) >= LEAST_DAYS
  const of = (isWanted: (row: number) => boolean) => changes.filter((_, row) => isKnown(row) && isWanted(row))
  const cuts = of((row) => is[row]! < was[row]!)
  const rises = of((row) => is[row]! > was[row]!)
  return [
    { name: 'After a cut', value: percentOf(cuts), note: medianOf(cuts.length, 'cut'), few: fewOf(cuts) },
    { name: 'After a rise', value: percentOf(rises), note: medianOf(rises.length, 'rise'), few: fewOf(rises) },
    {
      name: 'Left out',
      value: String(rows.length - cuts.length - rises.length),
      note: `nothing was sold before the change, or one of the prices was observed for less than ${LEAST_DAYS} days`,
    },
  ]
}

const fewOf = ({ length }: readonly number[]) => (length === 0 ? undefined : ifFew(length))

const medianOf = (count: number, what: string) =>
  `change in pieces per day, median of ${count} ${count === 1 ? what : `${what}s`}`

function percentOf(changes: readonly number[]) {
  if (changes.length === 0) return 'none'
  const sorted = changes.toSorted((one, other) => one - other)
  const middle = sorted.length / 2
  const median = (sorted[Math.ceil(middle) - 1]! + sorted[Math.floor(middle)]!) / 2
  return withSign((size) => `${size}%`, Math.round(median * 100))
}
