import { isShopError } from '@shop/language/errors'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import type { Case } from '../case/case-state.ts'
import { closeCase, loadCase } from '../case/cases.ts'
import { loadAnyOrder } from '../order/load-order.ts'
import { refundTurn, tryRefund } from '../order/make-refund.ts'
import { triesOf } from '../order/refund-cases.ts'
import type { Parts } from '../parts.ts'
import { refundPayment } from '../purchase/payment-refund.ts'
import { loadPurchase } from '../purchase/purchase.ts'

/**
 * `reason`: how the case was settled. If the case is about a refund that the provider did not make, the shop gives up this refund. An admin
 * can then request another refund. Throws NOT_FOUND, or CONFLICT if the case is closed already.
 */
export async function closeForAdmin(
  parts: Parts,
  caseId: string,
  reason: string,
  metadata: CommandMetadata,
): Promise<Case> {
  const { kind, orderId } = (await loadCase(parts.commands, caseId)).facts
  const close = () => closeCase(parts.commands, caseId, { reason }, metadata)
  // Another admin may be recording the same money as taken, or as back. The order of a reversal may not exist.
  const isOfMoney = kind === 'dispute-lost' || kind === 'refund-at-provider'
  const closed = await (isOfMoney && orderId ? parts.turns.inTurn(refundTurn(orderId), close) : close())
  await stopRefund(parts, closed, metadata).catch((refusal: unknown) => {
    // If the provider does not answer, the refund's own job stops the refund at its next try.
    if (!isShopError(refusal, 'PROVIDER_UNAVAILABLE')) throw refusal
  })
  return closed
}

/** A further try of the refund finds the closed case, and so ends the refund. */
async function stopRefund(parts: Parts, { facts }: Case, metadata: CommandMetadata) {
  const { kind, orderId, refundId, checkoutId, captureId } = facts
  if (kind !== 'refund-refused') return
  if (orderId && refundId) {
    const last = triesOf(await loadAnyOrder(parts.commands, orderId), refundId).at(-1)
    if (last) await tryRefund(parts, { orderId, refundId: last.refundId }, metadata)
  } else if (checkoutId && captureId) {
    await refundPayment(await loadPurchase(parts, checkoutId, metadata), captureId, { unlessRefused: true })
  }
}
