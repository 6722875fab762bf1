import { ShopError } from '@shop/language/errors'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import type { Case } from '../case/case-state.ts'
import { caseAnswered, closeCase, loadCase } from '../case/cases.ts'
import { disputesAbout } from '../order/end-reversals.ts'
import { followLost } from '../order/lost-disputes.ts'
import { inRefundTurn } from '../order/make-refund.ts'
import { noteProviderRefund } from '../order/note-provider-refund.ts'
import { recordedIdOf } from '../order/recorded-reversals.ts'
import type { Parts } from '../parts.ts'

/**
 * Closes the case of a lost dispute, and records the money that is still missing as taken, for an admin who has seen this at the provider.
 * Throws NOT_FOUND. Throws CONFLICT for a case of another kind, and for a case that is closed already or has no missing money.
 */
export async function closeAsTaken(
  parts: Parts,
  caseId: string,
  reason: string,
  metadata: CommandMetadata,
): Promise<Case> {
  const { commands } = parts
  const { kind, orderId, captureId, disputeId } = (await loadCase(commands, caseId)).facts
  if (kind !== 'dispute-lost' || !orderId || !captureId || !disputeId)
    throw new ShopError('CONFLICT', 'Only the case of a lost dispute has money to record')
  return inRefundTurn(parts, orderId, async (order) => {
    const earlier = await caseAnswered(commands, caseId, metadata)
    if (earlier) return earlier
    const { openedAt } = (await loadCase(commands, caseId)).facts
    const providerRefundId = recordedIdOf(disputeId, openedAt)
    if (!order.refunds.some(({ refundId }) => refundId === providerRefundId)) {
      // The money may have been reported since the case was opened.
      await followLost(commands, order, { disputes: await disputesAbout(parts, captureId), mayOpen: false }, metadata)
      const { facts, end } = await loadCase(commands, caseId)
      const money = { captureId, amountCents: facts.amountCents, currency: 'USD' }
      const taken = { orderId, providerRefundId, status: 'made', isReversal: true, ...money } as const
      if (!end) await noteProviderRefund(commands, taken, metadata)
    }
    return closeCase(commands, caseId, { reason, refundId: providerRefundId }, metadata)
  })
}
