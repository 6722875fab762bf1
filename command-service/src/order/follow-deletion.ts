import { REVERSAL_CANCELLED } from '@shop/language/order/books'
import { idFrom } from '@shop/language/values/id-from'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import { openCase, settleCase } from '../case/cases.ts'
import type { CommandHandler } from '../handler/command-handler.ts'
import { loadAnyOrder } from './load-order.ts'
import { subjectOf } from './refund-cases.ts'

/**
 * Opens a case if money of a deleted order must be refunded, because the list of deleted orders shows no due refunds (decisions O8:
 * deletion). If the order was restored, settles this case, and the cases of reversals that ended after the deletion.
 */
export async function followDeletion(
  commands: CommandHandler,
  orderId: string,
  metadata: CommandMetadata,
): Promise<void> {
  const { deleted, deletion, facts, refunds } = await loadAnyOrder(commands, orderId)
  if (!deleted)
    for (const { refundId, code } of refunds)
      if (code === REVERSAL_CANCELLED)
        await settleCase(commands, subjectOf(orderId, refundId), { outcome: 'settled' }, metadata)
  if (!deletion || deletion.dueCents === 0) return
  const subject = { kind: 'order-deleted', orderId, refundId: refundOfDeletion(orderId, deletion.number) } as const
  if (!deleted) {
    await settleCase(commands, subject, { outcome: 'settled' }, metadata)
    return
  }
  const { captureId, customerId } = facts
  const about = { captureId, customerId, amountCents: deletion.dueCents, code: 'ORDER_DELETED' }
  await openCase(commands, { ...subject, ...about }, metadata)
  // If the order was restored before this case was open, nothing has settled the case.
  const now = await loadAnyOrder(commands, orderId)
  if (!now.deleted) await settleCase(commands, subject, { outcome: 'settled' }, metadata)
}

/** The id of the refund that the case of a deletion proposes. */
const refundOfDeletion = (orderId: string, number: number) => idFrom('refund of deletion', orderId, String(number))
