import type { ThingAtTwoMoments, ThingKind } from '@shop/language/analysis/things'
import { capitalized } from '../../lib/capitalized.ts'
import { wordsIn } from '../questions/column-words.ts'

type Figure = Readonly<{ name: string; of: RegExp; isMoney?: true }>

/** TABLE: the numbers of each kind of thing, and the fields that add up to them. */
const figures: Readonly<Record<ThingKind, readonly Figure[]>> = {
  stock: [
    { name: 'On hand', of: /^lines\[.*\]\.onHand$/ },
    { name: 'Held', of: /^lines\[.*\]\.reserved$/ },
    { name: 'Available', of: /^available$/ },
  ],
  cart: [
    { name: 'Pieces', of: /^items\[.*\]\.quantity$/ },
    { name: 'Total', of: /^total$/, isMoney: true },
  ],
  order: [
    { name: 'Total', of: /^total$/, isMoney: true },
    { name: 'Refunded', of: /^refunded$/, isMoney: true },
  ],
  product: [
    { name: 'Price', of: /^price$/, isMoney: true },
    { name: 'Ordered, including cancelled orders', of: /^sold$/ },
  ],
  price: [{ name: 'Price', of: /^price$/, isMoney: true }],
}

/** TABLE: the words of the stock ledger for its events. The words for any other event come from its type. */
const stockWords: Readonly<Record<string, string>> = {
  StockCounted: 'Counted',
  StockAdjusted: 'Corrected',
  StockReceived: 'Received',
  StockReserved: 'Held',
  ReservationReleased: 'Hold ended',
  StockTaken: 'Taken for orders',
  StockReturned: 'Came back',
}

type Changes = ThingAtTwoMoments['fields']

const sumOf = ({ of }: Figure, changes: Changes, value: (change: Changes[number]) => number) =>
  Math.round(100 * changes.reduce((sum, change) => (of.test(change.field) ? sum + value(change) : sum), 0)) / 100

const added = ({ before, after }: Changes[number]) => Number(after) - Number(before)

/**
 * The thing's numbers at the first moment, what the events of each type added, and the numbers at the second moment. Events that are not
 * listed share one row, so the rows always add up.
 */
export function changeSums(kind: ThingKind, { fields, events, more }: ThingAtTwoMoments) {
  const columns = figures[kind]
  const byType = [...new Set(events.map(({ type }) => type))].map((type) => {
    const those = events.filter((event) => event.type === type)
    const changes = those.flatMap((event) => event.changes)
    return {
      name: stockWords[type] ?? capitalized(wordsIn(type)),
      events: those.length,
      adds: columns.map((figure) => sumOf(figure, changes, added)),
    }
  })
  const then = columns.map((figure) => sumOf(figure, fields, ({ before }) => Number(before)))
  const now = columns.map((figure) => sumOf(figure, fields, ({ after }) => Number(after)))
  const listed = (at: number) => byType.reduce((sum, { adds }) => sum + adds[at]!, 0)
  const rest = columns.map((_, at) => Math.round(100 * (now[at]! - then[at]! - listed(at))) / 100)
  return {
    columns,
    then,
    rows: [...byType, ...(more ? [{ name: 'Later events', events: undefined, adds: rest }] : [])],
    now,
  }
}
