import { ShopError } from '@shop/language/errors'
import {
  type Pieces,
  ReservationReleased,
  SHARED,
  type SizeAndColor,
  StockAdjusted,
  StockCounted,
  type StockEvent,
  StockReceived,
  StockReserved,
  StockReturned,
  StockTaken,
} from '@shop/language/stock/events'
import { availableOf, isCountedByLine, leftIn } from '@shop/language/stock/lines'
import { drawnFrom, isSameLine, type Offered } from '@shop/language/stock/pieces-left'
import type { Decider } from '../handler/decider.ts'
import { isRecentId } from '../handler/recent-ids.ts'
import { mostOfNewcomer, requireForNewcomer } from './newcomer-share.ts'
import { inWords, tooFew } from './out-of-stock.ts'
import { spread } from './spread.ts'
import { evolveStock, noStock, type Stock, sizeOfStock, stockSnapshot } from './stock-state.ts'

/**
 * `offered` has the product's sizes and colors. Lines of other sizes and colors stay unchanged, and `Count` does not count them (decisions
 * S1b).
 */
export type StockCommand = { productId: string } & (
  | { type: 'Count'; available: number; offered?: Offered }
  | { type: 'CountLines'; lines: readonly (SizeAndColor & { available: number })[] }
  /** `seenCounts` is `counts` as the admin's form showed it (decisions S4). */
  | { type: 'Adjust'; difference: number; seenCounts: number; offered?: Offered }
  | { type: 'AdjustLines'; lines: readonly (SizeAndColor & { difference: number })[]; seenCounts: number }
  | { type: 'Receive'; lines: readonly (SizeAndColor & { quantity: number })[]; costCents?: number | undefined }
  /** `newcomer`: the product's sizes and colors, if the customer must not have the last pieces (decisions K1). */
  | { type: 'Reserve'; checkoutId: string; lines: readonly Pieces[]; newcomer?: Offered | undefined }
  | { type: 'Release'; checkoutId: string }
  | { type: 'Take'; checkoutId: string }
  /** `lines`: where the pieces were taken from. `returnId`: the id of the return, or the `moveId` of given-up pieces. */
  | { type: 'Return'; orderId: string; returnId: string; lines: readonly Pieces[] }
)

const guarded: readonly StockCommand['type'][] = ['Reserve', 'Release', 'Take', 'Return']

export const stockDecider: Decider<Stock, StockCommand, StockEvent> = {
  initialState: noStock,

  isGuarded: ({ type }) => guarded.includes(type),

  evolve: evolveStock,

  decide(command, stock) {
    const { productId } = command
    const left = leftIn(stock.lines)
    switch (command.type) {
      case 'Count': {
        const { available, offered } = command
        // An unchanged number is recorded too, so that a late retry of this command cannot overwrite later changes.
        if (!isCountedByLine(stock.lines)) return [counted(productId, SHARED, available)]
        const changes = spread(left, available - availableOf(stock.lines, offered), offered)
        return changes.map((change) => adjusted(productId, change))
      }
      case 'CountLines':
        return command.lines.map(({ available, ...line }) => counted(productId, line, available))
      case 'Adjust': {
        const { difference, seenCounts, offered } = command
        if (difference === 0) return []
        const available = availableOf(stock.lines, offered)
        if (seenCounts !== stock.counts || available + difference < 0) throw changedSince(available)
        return spread(left, difference, offered).map((change) => adjusted(productId, change))
      }
      case 'AdjustLines': {
        return command.lines.map((line) => {
          const before = left.find((other) => isSameLine(other, line))?.left
          if (command.seenCounts !== stock.counts || (before ?? 0) + line.difference < 0)
            throw changedSince(before ?? 0, line)
          return before === undefined ? counted(productId, line, line.difference) : adjusted(productId, line)
        })
      }
      case 'Receive': {
        const { lines, costCents } = command
        const cost = costCents !== undefined && { costCents }
        return lines.map(({ size, color, quantity }) => StockReceived({ productId, size, color, quantity, ...cost }))
      }
      case 'Reserve': {
        const { checkoutId, lines } = command
        if (stock.reserved.has(checkoutId) || isRecentId(stock.over, checkoutId)) return []
        const drawn = drawnFrom(left, lines)
        if (!drawn) throw tooFew(productId, left, lines)
        if (command.newcomer) requireForNewcomer('', lines, mostOfNewcomer(stock.lines, left, command.newcomer))
        return [StockReserved({ productId, checkoutId, lines: [...drawn] })]
      }
      case 'Release': {
        const lines = stock.reserved.get(command.checkoutId)
        return lines ? [ReservationReleased({ productId, checkoutId: command.checkoutId, lines: [...lines] })] : []
      }
      case 'Take': {
        const lines = stock.reserved.get(command.checkoutId)
        return lines ? [StockTaken({ productId, checkoutId: command.checkoutId, lines: [...lines] })] : []
      }
      case 'Return': {
        const { orderId, returnId, lines } = command
        return isRecentId(stock.returned, returnId)
          ? []
          : [StockReturned({ productId, orderId, returnId, lines: [...lines] })]
      }
    }
  },

  sizeOf: sizeOfStock,
  snapshot: stockSnapshot,
}

const counted = (productId: string, { size, color }: SizeAndColor, available: number) =>
  StockCounted({ productId, size, color, available })

const adjusted = (productId: string, { size, color, difference }: SizeAndColor & { difference: number }) =>
  StockAdjusted({ productId, size, color, difference })

const changedSince = (available: number, line: SizeAndColor = SHARED) => {
  const what = inWords(line) && ` of ${inWords(line)}`
  return new ShopError(
    'PRECONDITION_FAILED',
    `The stock has changed since you loaded it: ${available}${what} are available now`,
  )
}
