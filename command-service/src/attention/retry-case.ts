import { caseStream } from '@shop/language/case/events'
import type { CaseKind } from '@shop/language/case/kinds'
import { ShopError } from '@shop/language/errors'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import { caseDecider, closedAlready } from '../case/case-decider.ts'
import type { Case } from '../case/case-state.ts'
import { loadCase, noteAttempt, settleMatched, settleUnknownPayment } from '../case/cases.ts'
import { unknownCheckout } from '../checkout/load-checkout.ts'
import { ownerOf } from '../claim/claims.ts'
import { retryRefund } from '../order/retry-refund.ts'
import type { Parts } from '../parts.ts'
import { answered, type Refused } from '../payment/payment-provider.ts'
import { tryToPlace } from '../purchase/payment-checks.ts'
import { retryPaymentRefund } from '../purchase/payment-refund.ts'
import { loadPurchase } from '../purchase/purchase.ts'
import { unclearIn } from '../purchase/unknown-payment.ts'

/** Settles the case, or returns the code that says why the retry failed. */
type Retry = (parts: Parts, open: Case, metadata: CommandMetadata) => Promise<Pick<Refused, 'code'> | undefined>

/** TABLE: how to retry each kind of case. */
const retries: Readonly<Partial<Record<CaseKind, Retry>>> = {
  'refund-refused': async (parts, { facts: { orderId, refundId, checkoutId, captureId } }, metadata) => {
    if (orderId && refundId) return retryRefund(parts, { orderId, refundId }, metadata)
    if (!checkoutId || !captureId) throw unknownCheckout()
    return retryPaymentRefund(await loadPurchase(parts, checkoutId, metadata), captureId)
  },

  'payment-unknown': async (parts, { facts: { checkoutId, providerOrderId } }, metadata) => {
    if (!checkoutId || !providerOrderId) throw unknownCheckout()
    const found = answered(await parts.payments.lookUp(providerOrderId))
    const purchase = await loadPurchase(parts, checkoutId, metadata)
    const unclear = unclearIn(purchase, providerOrderId, found)
    if (unclear) return unclear
    const refusal = await tryToPlace(purchase)
    if (refusal?.code === 'PROVIDER_UNAVAILABLE') throw refusal
    if (found.is === 'pending') return { code: 'STILL_PENDING' }
    await settleUnknownPayment(parts.commands, providerOrderId, metadata)
    return undefined
  },

  // The buyer's browser may have reported the payment meanwhile.
  'payment-unmatched': async (parts, { caseId, facts: { captureId } }, metadata) => {
    const { commands } = parts
    if (!captureId) return { code: 'STILL_UNMATCHED' }
    const ownerNow = () => ownerOf(commands, 'capture', captureId)
    const owner = (await ownerNow()) ?? (await settleOrderOf(parts, captureId, metadata).then(ownerNow))
    // An admin's attempt to refund this case claims the capture for the case itself.
    if (!owner || owner === caseId) return { code: 'STILL_UNMATCHED' }
    await settleMatched(commands, captureId, metadata)
    return undefined
  },
}

/** Settles the payment of the checkout that the capture's order belongs to, if the shop knows this order. */
async function settleOrderOf(parts: Parts, captureId: string, metadata: CommandMetadata) {
  const found = answered(await parts.payments.orderOf(captureId))
  const providerOrderId = found.is === 'found' && found.providerOrderId
  const checkoutId = providerOrderId && (await ownerOf(parts.commands, 'provider-order', providerOrderId))
  if (checkoutId) await tryToPlace(await loadPurchase(parts, checkoutId, metadata))
}

/**
 * Retries a case for an admin. Returns a settled case unchanged. Throws CONFLICT if an admin has closed the case, or if its kind cannot be
 * retried. Also throws NOT_FOUND and PROVIDER_UNAVAILABLE.
 */
export async function retryCase(parts: Parts, caseId: string, metadata: CommandMetadata): Promise<Case> {
  const { commands } = parts
  const earlier = await commands.answered(caseDecider, caseStream(caseId), metadata)
  if (earlier?.state) return earlier.state
  const state = await loadCase(commands, caseId)
  const { facts, end } = state
  if (end?.outcome === 'closed') throw closedAlready()
  const retry = retries[facts.kind]
  if (!retry) throw new ShopError('CONFLICT', 'There is nothing to try again in this case')
  if (!end) {
    const refused = await retry(parts, state, metadata)
    if (refused) return noteAttempt(commands, caseId, { act: 'retry', code: refused.code }, metadata)
  }
  return loadCase(commands, caseId)
}
