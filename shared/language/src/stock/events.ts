import * as z from 'zod'
import { defineEvent, type EventOf, type Recorded } from '../events/event.ts'

const productId = z.string()

/**
 * A line of a product's stock: the pieces of one size and color (decisions S1b: lines of stock). The size (or color) is '' if the product
 * has no sizes (or colors). The line with two empty texts is the shared line. A size and color is sold from the shared line when its own
 * line is used up.
 */
const line = { size: z.string(), color: z.string() }
export type SizeAndColor = Readonly<{ size: string; color: string }>
export const SHARED: SizeAndColor = { size: '', color: '' }

const Pieces = z.object({ ...line, quantity: z.int().positive() })
export type Pieces = z.output<typeof Pieces>
export type ProductPieces = Readonly<{ productId: string }> & Pieces
const lines = z.array(Pieces).min(1)

/** Before lines existed, all pieces were on the shared line. */
const shared = [(data: object) => ({ ...data, ...SHARED })]
const fromShared = [({ quantity, ...data }: { quantity: number }) => ({ ...data, lines: [{ ...SHARED, quantity }] })]

export const StockCounted = defineEvent('StockCounted', {
  says: 'A line of stock was counted. `available` is the number of pieces without the reserved pieces.',
  schema: z.object({ productId, ...line, available: z.int().nonnegative() }),
  upcasters: shared,
})
/** See decisions S4 (an old count) and decisions S1b (lines of stock). */
export const StockAdjusted = defineEvent('StockAdjusted', {
  says: 'A count changed the stock by a difference instead of setting it, because the admin had seen an older number or had counted all lines together.',
  schema: z.object({ productId, ...line, difference: z.int() }),
  upcasters: shared,
})
export const StockReceived = defineEvent('StockReceived', {
  says: 'Pieces were received. `costCents` is the cost of one piece.',
  schema: z.object({
    productId,
    ...line,
    quantity: z.int().positive(),
    costCents: z.int().nonnegative().optional(),
  }),
})
/** `lines`: first the line of the size and color, then the shared line. */
export const StockReserved = defineEvent('StockReserved', {
  says: 'Pieces were reserved for a checkout: `lines` are the lines of stock that they were taken from.',
  schema: z.object({ productId, checkoutId: z.string(), lines }),
  upcasters: fromShared,
})
export const ReservationReleased = defineEvent('ReservationReleased', {
  says: 'Reserved pieces are available again, because their checkout did not become an order.',
  schema: z.object({ productId, checkoutId: z.string(), lines }),
  upcasters: fromShared,
})
export const StockTaken = defineEvent('StockTaken', {
  says: 'Reserved pieces were sold. They are no longer on hand.',
  schema: z.object({ productId, checkoutId: z.string(), lines }),
  upcasters: fromShared,
})
/** `returnId`: the id of the return, or the `moveId` of the pieces that the order gave up. */
export const StockReturned = defineEvent('StockReturned', {
  says: 'Pieces of a cancelled or returned order are on hand again.',
  schema: z.object({ productId, orderId: z.string(), returnId: z.string(), lines }),
  upcasters: [
    ({ productId, orderId, quantity }) => ({
      productId,
      orderId,
      returnId: orderId,
      lines: [{ ...SHARED, quantity }],
    }),
  ],
})

export const stockEvents = [
  StockCounted,
  StockAdjusted,
  StockReceived,
  StockReserved,
  ReservationReleased,
  StockTaken,
  StockReturned,
] as const
export type StockEvent = EventOf<(typeof stockEvents)[number]>

const types: ReadonlySet<string> = new Set(stockEvents.map(({ type }) => type))
/** The stream also has events of commands that changed nothing. */
export const isOfStock = (event: Recorded): event is Recorded<StockEvent> => types.has(event.type)

/** The first hold of a checkout has the checkout's id; later holds add `~n` to this id. */
export const checkoutOfHold = (holdId: string) => holdId.replace(/~(again)?\d+$/, '')

/** The id of a hold by which an order takes back given-up pieces. `n` numbers these holds of the order. */
export const reclaimIdOf = (orderId: string, n: number) => `${orderId}~again${n}`
export const isReclaim = (holdId: string) => /~again\d+$/.test(holdId)

export const stockStream = (productId: string) => `stock-${productId}`
