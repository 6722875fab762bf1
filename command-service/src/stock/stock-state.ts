import type { Pieces, StockEvent } from '@shop/language/stock/events'
import { type CountedLines, linesAfter, noPieces } from '@shop/language/stock/lines'
import { Map as PersistentMap } from 'immutable'
import type { SnapshotForm } from '../handler/decider.ts'
import { noRecentIds, type RecentIds, sizeOfRecentIds, withRecentId } from '../handler/recent-ids.ts'

export type Stock = Readonly<{
  lines: CountedLines
  /** The pieces of each hold. A hold's id is the checkout's id. Later holds of the checkout add `~n`. */
  reserved: PersistentMap<string, readonly Pieces[]>
  counts: number
  /**
   * The newest ended holds, each with its sold pieces. A late reservation for one of these holds changes nothing. Pieces that are reserved
   * late for an older hold are released again (hold-stock.ts).
   */
  over: RecentIds<readonly Pieces[]>
  /** The ids of the newest returns, so that a repeat changes nothing. The order's stream prevents a repeat of an older return. */
  returned: RecentIds<true>
}>

const HOLDS_REMEMBERED = 400
const RETURNS_REMEMBERED = 100

export const noStock: Stock = {
  lines: noPieces,
  reserved: PersistentMap(),
  counts: 0,
  over: noRecentIds(),
  returned: noRecentIds(),
}

export function evolveStock(before: Stock, event: StockEvent): Stock {
  const stock = { ...before, lines: linesAfter(before.lines, event) }
  const { type, data } = event
  switch (type) {
    case 'StockCounted':
    case 'StockAdjusted':
      return { ...stock, counts: stock.counts + 1 }
    case 'StockReceived':
      return stock
    case 'StockReserved':
      return { ...stock, reserved: stock.reserved.set(data.checkoutId, data.lines) }
    case 'ReservationReleased':
      return withoutHold(stock, data.checkoutId, [])
    case 'StockTaken':
      return withoutHold(stock, data.checkoutId, data.lines)
    case 'StockReturned':
      return { ...stock, returned: withRecentId(stock.returned, RETURNS_REMEMBERED, data.returnId, true) }
  }
}

const withoutHold = (stock: Stock, holdId: string, sold: readonly Pieces[]): Stock => ({
  ...stock,
  reserved: stock.reserved.delete(holdId),
  over: withRecentId(stock.over, HOLDS_REMEMBERED, holdId, sold),
})

export const sizeOfStock = ({ lines, reserved, over, returned }: Stock) =>
  lines.length + reserved.size + sizeOfRecentIds(over) + sizeOfRecentIds(returned)

export const stockSnapshot: SnapshotForm<Stock> = {
  name: 'stock@3',
  write: ({ reserved, ...rest }) => ({ ...rest, reserved: [...reserved] }),
  read: ({ reserved, ...rest }: StoredStock) => ({ ...rest, reserved: PersistentMap(reserved) }),
}

type StoredStock = Omit<Stock, 'reserved'> & { reserved: [string, readonly Pieces[]][] }
