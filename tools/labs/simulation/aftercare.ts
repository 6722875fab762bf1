import { closeForAdmin } from '@shop/command-service/attention/close-case'
import { refundCase } from '@shop/command-service/attention/refund-case'
import { retryCase } from '@shop/command-service/attention/retry-case'
import { cancelByCustomer, receiveReturn, refundOrder, requestReturn } from '@shop/command-service/order/after-buying'
import { changeStatus, deleteOrder, restoreOrder } from '@shop/command-service/order/change-order'
import { onOrder } from '@shop/command-service/order/load-order'
import { stockDecider } from '@shop/command-service/stock/stock-decider'
import type { OrderStatus } from '@shop/language/api/order-status'
import { stockStream } from '@shop/language/events/stock-events'
import { oneOf, type Random, wholeBelow } from '@shop/language/random-from'
import type { World } from '../../../command-service/src/test-support/create-world.ts'
import { type Attempt, LISTED } from './shoppers.ts'

const STATUSES: readonly OrderStatus[] = ['Processing', 'Shipped', 'Delivered', 'Cancelled']
const CENTS = [1, 500, 2500, 5000]
const COUNTS = [0, 2, 6]
const reason = 'Because'

type Act = (world: World, random: Random, attempt: Attempt, orderId: string) => Promise<unknown>

const cancelsOwn: Act = (world, _, attempt, orderId) =>
  attempt((key) => cancelByCustomer(world.parts(), orderId, world.asking(key)))

/** A customer asks for a return, of which perhaps not all comes, or none. */
const sendsBack: Act = async (world, random, attempt, orderId) => {
  const quantity = 1 + wholeBelow(random, 2)
  const pieces = [{ line: 0, quantity }]
  const { returnId } = await attempt((key) =>
    requestReturn(world.parts(), orderId, { reason, pieces }, world.asking(key)),
  )
  if (random() < 0.2) return
  const came = 1 + wholeBelow(random, quantity)
  const received = [{ line: 0, quantity: came, restocked: wholeBelow(random, came + 1) }]
  const amountCents = random() < 0.3 ? oneOf(random, CENTS) : undefined
  await attempt((key) =>
    receiveReturn(world.parts(), { orderId, returnId }, { received, amountCents }, world.asking(key)),
  )
}

const refunds: Act = (world, random, attempt, orderId) => {
  const wanted = oneOf(random, [{}, { amountCents: oneOf(random, CENTS) }, { pieces: [{ line: 0, quantity: 1 }] }])
  return attempt((key) => refundOrder(world.parts(), orderId, { reason, ...wanted }, world.asking(key)))
}

const changesStatus: Act = async (world, random, attempt, orderId) => {
  const change = { type: 'ChangeStatus', status: oneOf(random, STATUSES) } as const
  await attempt(async (key) => {
    const at = new Date(world.now()).toISOString()
    await changeStatus(world.parts(), orderId, { ...change, at }, world.asking(key))
  })
}

const closesRefundCase: Act = (world, _, attempt, orderId) =>
  attempt((key) => onOrder(world.parts().commands, orderId, { type: 'CloseRefundCase', reason }, world.asking(key)))

const removes: Act = (world, random, attempt, orderId) => {
  const act = oneOf(random, [deleteOrder, restoreOrder, restoreOrder])
  return attempt((key) => act(world.parts().commands, orderId, world.asking(key)))
}

/** What customers and admins do about an order, the usual more often. */
const acts: readonly Act[] = [
  cancelsOwn,
  cancelsOwn,
  sendsBack,
  sendsBack,
  sendsBack,
  refunds,
  refunds,
  refunds,
  refunds,
  refunds,
  refunds,
  changesStatus,
  changesStatus,
  changesStatus,
  closesRefundCase,
  removes,
]

/** Somebody does something about one of the orders that there are, the newest more often. */
export async function looksAfterAnOrder(world: World, random: Random, attempt: Attempt) {
  const placed = idsOf(world, 'OrderPlaced', 'orderId')
  if (placed.length === 0) return
  const at = Math.min(wholeBelow(random, placed.length), wholeBelow(random, placed.length))
  await oneOf(random, acts)(world, random, attempt, placed.toReversed()[at]!)
}

/** An admin counts what is on the shelf. */
export async function countsStock(world: World, random: Random, attempt: Attempt) {
  const productId = oneOf(random, Object.keys(LISTED))
  const count = { type: 'Count', productId, available: oneOf(random, COUNTS) } as const
  await attempt((key) => world.parts().commands.handle(stockDecider, stockStream(productId), count, world.asking(key)))
}

/** An admin looks at one of the cases that were opened: tries again, gives the money back, or closes it. */
export async function looksAtACase(world: World, random: Random, attempt: Attempt) {
  const cases = idsOf(world, 'CaseOpened', 'caseId')
  if (cases.length === 0) return
  const caseId = oneOf(random, cases)
  const dice = random()
  await attempt((key): Promise<unknown> => {
    if (dice < 0.5) return retryCase(world.parts(), caseId, world.asking(key))
    if (dice < 0.9) return refundCase(world.parts(), caseId, reason, world.asking(key))
    return closeForAdmin(world.parts(), caseId, reason, world.asking(key))
  })
}

const idsOf = ({ events }: World, type: string, field: string): readonly string[] =>
  events.flatMap((event) => (event.type === type ? [String((event.data as Record<string, unknown>)[field])] : []))
