import { evolveOrder, type Order } from '@shop/command-service/order/order-state'
import type { ShopEvent } from '@shop/language/all-events'
import type { OrderEvent } from '@shop/language/order/events'
import { freePieces } from '@shop/language/order/lines'
import { sumOf } from '@shop/language/values/sum-of'
import type { World } from '../../../command-service/src/test-support/create-world.ts'

/** For each line of an order, the number of its pieces in parcels. */
type Parcel = number[]

export type Shelf = ReturnType<typeof watchShelf>

/**
 * Counts the real pieces on the shelf, without reservations. Calls `onWrong` if the shelf has too few pieces for a parcel, for example
 * after the shop has sold a piece twice.
 */
export function watchShelf(world: World, onWrong: (what: string) => void) {
  const shelf = new Map<string, number>()
  const booked = new Map<string, { onHand: number; held: number }>()
  const orders = new Map<string, { order: Order; parcel: Parcel }>()

  const put = (productId: string, pieces: number) => {
    const now = (shelf.get(productId) ?? 0) + pieces
    shelf.set(productId, now)
    if (pieces < 0 && now < 0) onWrong(`${-now} of ${productId} are to be packed, and are not on the shelf`)
  }

  world.watch((stored) => {
    const event = stored as unknown as ShopEvent
    const difference = counted(booked, event)
    if (difference) put(difference.productId, difference.pieces)
    if (!stored.stream.startsWith('order-')) return
    const { orderId } = event.data as { orderId: string }
    const known = orders.get(orderId)
    const order = evolveOrder(known?.order, event as OrderEvent)
    if (!order) return
    const parcel = known?.parcel ?? order.facts.items.map(() => 0)
    orders.set(orderId, { order, parcel })
    if (!known) return
    order.facts.items.forEach(({ productId }, line) => {
      const moved = movedByHand(event, { before: known.order, after: order, sent: parcel[line] ?? 0 }, line)
      parcel[line] = (parcel[line] ?? 0) + moved.parcel
      if (moved.shelf !== 0) put(productId, moved.shelf)
    })
  })
  return { of: (productId: string) => shelf.get(productId) ?? 0 }
}

type Around = Readonly<{ before: Order; after: Order; sent: number }>

function movedByHand({ type, data }: ShopEvent, { before, after, sent }: Around, line: number) {
  const of = (pieces: readonly { line: number }[]) => pieces.filter((one) => one.line === line)
  const heldLess = (before.lines[line]?.held ?? 0) - (after.lines[line]?.held ?? 0)
  switch (type) {
    case 'OrderStatusChanged': {
      if (data.from === data.to || data.to === 'Cancelled') return STAYS
      if (data.to === 'Processing') return { shelf: sent, parcel: -sent }
      if (data.from === 'Shipped' || data.from === 'Delivered') return STAYS
      const packed = freePieces(before, line)
      return { shelf: -packed, parcel: packed }
    }
    case 'PiecesGivenUp': {
      const given = of(data.pieces) as typeof data.pieces
      const quantity = sumOf(given.map((one) => one.quantity))
      return { shelf: sumOf(given.map(({ toStock }) => toStock)) - heldLess, parcel: heldLess - quantity }
    }
    case 'ReturnReceived': {
      const came = of(data.pieces) as typeof data.pieces
      const quantity = sumOf(came.map((one) => one.quantity))
      return { shelf: sumOf(came.map(({ restocked }) => restocked)) - heldLess, parcel: heldLess - quantity }
    }
    default:
      return STAYS
  }
}
const STAYS = { shelf: 0, parcel: 0 }

/** How many more pieces an admin has counted than `booked` has. `booked` ignores StockAdjusted and StockReceived. */
function counted(booked: Map<string, { onHand: number; held: number }>, { type, data }: ShopEvent) {
  if (!type.startsWith('Stock') && type !== 'ReservationReleased') return undefined
  const { productId } = data as { productId: string }
  const stock = booked.get(productId) ?? { onHand: 0, held: 0 }
  booked.set(productId, stock)
  const pieces = 'lines' in data ? sumOf((data.lines as { quantity: number }[]).map(({ quantity }) => quantity)) : 0
  if (type === 'StockReserved') stock.held += pieces
  if (type === 'ReservationReleased' || type === 'StockTaken') stock.held -= pieces
  if (type === 'StockTaken') stock.onHand -= pieces
  if (type === 'StockReturned') stock.onHand += pieces
  if (type !== 'StockCounted') return undefined
  const difference = data.available + stock.held - stock.onHand
  stock.onHand += difference
  return { productId, pieces: difference }
}
