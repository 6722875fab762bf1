import { type Account, leftOf, newAccount, toSend, unrefunded } from '@shop/command-service/books/order-account'
import { type Fold, piecesFolds } from '@shop/command-service/books/order-pieces-fold'
import { refundFolds } from '@shop/command-service/books/order-refund-fold'
import { evolveOrder, type Order } from '@shop/command-service/order/order-state'
import type { ShopEvent } from '@shop/language/all-events'
import type { OrderEvent } from '@shop/language/order/events'
import { toShipOf } from '@shop/language/order/lines'
import { leftCents, refundablePieces } from '@shop/language/order/pieces'
import type { World } from '../../../command-service/src/test-support/create-world.ts'

const folds = { ...piecesFolds, ...refundFolds } as Readonly<Record<string, Fold<unknown> | undefined>>

type Known = { account: Account; order: Order | undefined }

/** After each event, compares an order with the books, which are separate code. */
export function watchSlips(world: World, onWrong: (what: string) => void) {
  const orders = new Map<string, Known>()

  world.watch((stored) => {
    const event = stored as unknown as ShopEvent
    const { type, data } = event
    if (!stored.stream.startsWith('order-')) return
    const { orderId } = data as { orderId: string }
    const known = orders.get(orderId) ?? (type === 'OrderPlaced' && { account: newAccount(data), order: undefined })
    if (!known) return
    orders.set(orderId, known)
    folds[type]?.(known.account, data, false)
    known.order = evolveOrder(known.order, event as OrderEvent)
    for (const what of known.order ? differences(known.account, known.order, event) : [])
      onWrong(`${type} of ${orderId}: ${what}`)
  })
}

function differences(account: Account, order: Order, { type, data }: ShopEvent): readonly string[] {
  const wrong: string[] = []
  const isOpen = account.status === 'Processing' && !account.isDeleted
  account.lines.forEach(({ productId }, line) => {
    const [said, owed] = [toShipOf(order, line), toSend(account, line)]
    const [refundable, expected] = [refundablePieces(order, order.facts.items, line), unrefunded(account, line)]
    if (refundable !== Math.max(0, expected))
      wrong.push(`${refundable} of ${productId} can be refunded, but the books have ${expected} without a refund`)
    if (isOpen && said !== owed)
      wrong.push(`the packing slip has ${said} of ${productId} to send, but ${owed} are owed`)
  })
  const [said, left] = [leftCents(order), leftOf(account)]
  if (said !== left) wrong.push(`${said} cents can be refunded, but the books have ${left} left`)
  const isFailed = type === 'OrderRefundFailed' || (type === 'OrderRefundRefused' && data.code !== 'NOTED')
  if (isFailed && account.status === 'Cancelled' && left > 0 && !order.refundDue)
    wrong.push('its refund has failed, but the order does not say that a refund is due')
  return wrong
}
