import { NOTED, REVERSAL_CANCELLED } from '@shop/language/order/books'
import { idFrom } from '@shop/language/values/id-from'
import { sumOf } from '@shop/language/values/sum-of'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import { firstOpen, openCase, settleCase } from '../case/cases.ts'
import type { CommandHandler } from '../handler/command-handler.ts'
import { dueOf } from './decide-deletion.ts'
import { loadAnyOrder } from './load-order.ts'
import type { Order } from './order-state.ts'
import { casesOf, triesOf } from './refund-cases.ts'

/**
 * A deleted order has one open case if money of the order must be refunded, because the list of deleted orders shows no due refunds
 * (decisions O8: deletion). Follows every change of this money, and settles the case if the order was restored.
 */
export async function followDeletion(
  commands: CommandHandler,
  orderId: string,
  metadata: CommandMetadata,
): Promise<void> {
  const order = await loadAnyOrder(commands, orderId)
  const { captureId, customerId } = order.facts
  const amountCents = await dueWithoutCase(commands, order)
  const subjects = subjectsOf(order)
  const newest = subjects.at(-1)
  if (newest && amountCents > 0)
    await openCase(commands, { ...newest, captureId, customerId, amountCents, code: 'ORDER_DELETED' }, metadata)
  // If the order was restored before this case was open, nothing has settled the case.
  const now = await loadAnyOrder(commands, orderId)
  const isDue = (await dueWithoutCase(commands, now)) > 0
  for (const subject of subjects) {
    // The admin's request for the refund of a case closes the case.
    const isRequested = now.deleted && now.refunds.some(({ refundId }) => refundId === subject.refundId)
    if (!isRequested && !(isDue && subject === newest))
      await settleCase(commands, subject, { outcome: 'settled' }, metadata)
  }
}

/**
 * The money that is due for a deleted order. 0 if refunds that were refused after the deletion have open cases about the same money. If
 * nothing was due at the deletion, all refunds with open cases were refused later.
 */
async function dueWithoutCase(commands: CommandHandler, order: Order): Promise<number> {
  const { deleted, deletion, refunds } = order
  const dueCents = deleted ? dueOf(order) : 0
  const shown: number[] = []
  for (const refund of refunds.slice(deletion?.dueCents ? deletion.refundsBefore : 0)) {
    const { refundId, amountCents, state, code } = refund
    if (state !== 'refused' || code === NOTED || refund !== triesOf(order, refundId).at(-1)) continue
    if (await firstOpen(commands, casesOf(order, refundId))) shown.push(amountCents)
  }
  return dueCents > sumOf(shown) ? dueCents : 0
}

/**
 * The subjects of the cases of a deletion, the newest last. An ended reversal has brought money back, which a case that ended earlier was
 * not about.
 */
function subjectsOf({ facts: { orderId }, deletion, refunds }: Order) {
  if (!deletion) return []
  const number = String(deletion.number)
  const ended = refunds.filter(({ code }) => code === REVERSAL_CANCELLED)
  return [[], ...ended.map(({ refundId }) => [refundId])].map((words) => {
    // The id of the refund that the case proposes.
    const refundId = idFrom('refund of deletion', orderId, number, ...words)
    return { kind: 'order-deleted', orderId, refundId } as const
  })
}
