import { ShopError } from '@shop/language/errors'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import type { Case } from '../case/case-state.ts'
import { closeCase, loadCase } from '../case/cases.ts'
import { inRefundTurn } from '../order/make-refund.ts'
import { noteProviderRefund } from '../order/note-provider-refund.ts'
import { recordedIdOf } from '../order/recorded-reversals.ts'
import type { Parts } from '../parts.ts'

/**
 * Closes the case of a lost dispute, and records its money as taken, for an admin who has seen this at the provider. Throws NOT_FOUND.
 * Throws CONFLICT for a case of another kind, for a case that is closed already, or if less money is left of the payment.
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
  return inRefundTurn(parts, orderId, async () => {
    const { facts, end } = await loadCase(commands, caseId)
    const providerRefundId = recordedIdOf(disputeId, facts.openedAt)
    const money = { captureId, amountCents: facts.amountCents, currency: 'USD' }
    const taken = { orderId, providerRefundId, status: 'made', isReversal: true, ...money } as const
    if (!end) await noteProviderRefund(commands, taken, metadata)
    return closeCase(commands, caseId, { reason, refundId: providerRefundId }, metadata)
  })
}
