import type { RunAnswer } from '@shop/language/analysis/runs'

/** A rate or an average from fewer cases than this shows their number, because a single case would change it much. */
export const FEW_CASES = 20

/** `of`: a number of the row. `all`: the sum of a column. */
type Cases = (of: (column: string) => number, all: (column: string) => number) => number
type Rates = Readonly<Record<string, Cases>>

const per =
  (column: string): Cases =>
  (of) =>
    of(column)
const ofAll =
  (column: string): Cases =>
  (_of, all) =>
    all(column)

const ofDelivered: Rates = { percentReturned: per('piecesDelivered'), percentRefunded: per('piecesDelivered') }

/** TABLE: how many cases each rate and each average of a report is from, by the address of the report. */
export const rates: Readonly<Record<string, Rates>> = {
  'net-revenue': { averageOrderCents: per('orders') },
  'average-order': {
    averageOrderCents: per('orders'),
    averageNetCents: (of) => of('orders') - of('cancelledOrders'),
  },
  'discount-codes': {
    percentWithCode: (of) => of('ordersWithCode') + of('ordersWithoutCode'),
    averageFirstBeforeDiscountCents: per('firstOrdersWithCode'),
    averageFirstWithCodeCents: per('firstOrdersWithCode'),
    averageFirstWithoutCodeCents: per('firstOrdersWithoutCode'),
    averageOfAllWithoutCodeCents: per('ordersWithoutCode'),
    percentUsed: per('newSubscribers'),
  },
  funnel: { percent: ofAll('checkouts') },
  checkouts: { percentOrdered: (of) => of('ordered') + of('endedWithoutOrder') },
  'cart-to-order': { percentOrdered: per('carts') },
  'added-not-bought': { percentNotBought: per('piecesAdded') },
  searches: { percentOfSearchesWithoutResult: ofAll('withoutResult') },
  'return-reasons': { percentOfPieces: ofAll('piecesReturned'), percentOfRefunded: ofAll('refunds') },
  'return-rate': ofDelivered,
  'return-rate-reasons': ofDelivered,
  'time-to-ship': {
    halfWithinHours: (of) => of('orders') - of('calledOff'),
    nineTenthsWithinHours: (of) => of('orders') - of('calledOff'),
  },
  cohorts: { percentIn30Days: per('observed30Days'), percentIn90Days: per('observed90Days') },
  'price-changes': { perDayBefore: per('piecesBefore'), perDayAfter: per('piecesAfter') },
  'size-mix': { percent: ofAll('pieces') },
  'sell-through': { percent: (of) => of('leftStock') + of('onHand') },
}

export const ifFew = (count: number) => (count < FEW_CASES ? count : undefined)

export type FewCases = (row: number, column: string) => number | undefined

/** Returns how many cases a cell of the report is from, if it is a rate or an average from fewer than `FEW_CASES`. */
export function fewCases(slug: string | undefined, { columns, rows }: Pick<RunAnswer, 'columns' | 'rows'>): FewCases {
  const at = new Map(columns.map(({ name }, index) => [name, index]))
  const of = (row: number) => (column: string) => Number(rows[row]?.[at.get(column) ?? -1] ?? 0)
  const sums = new Map<string, number>()
  const all = (column: string) => {
    if (!sums.has(column))
      sums.set(
        column,
        rows.reduce((sum, _, row) => sum + of(row)(column), 0),
      )
    return sums.get(column)!
  }
  return (row, column) => {
    const cell = rows[row]?.[at.get(column) ?? -1] ?? null
    const count = cell === null ? undefined : rates[slug ?? '']?.[column]?.(of(row), all)
    return count === undefined ? undefined : ifFew(count)
  }
}
