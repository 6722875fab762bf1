import type { CaseKind } from '@shop/language/api/case-kinds'
import { caseStream } from '@shop/language/events/case-events'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import { type Case, caseDecider, closedAlready } from '../case/case-decider.ts'
import { loadCase, noteAttempt } from '../case/cases.ts'
import { unknownCheckout } from '../checkout/load-checkout.ts'
import { retryRefund } from '../order/retry-refund.ts'
import type { Parts } from '../parts.ts'
import type { Refused } from '../payment/payment-provider.ts'
import { loadPurchase } from '../purchase/purchase.ts'
import { refundPayment } from '../purchase/refund-payment.ts'

/** Tries again what a case is about, which settles it if that succeeds. Returns the provider's refusal. */
type Retry = (
  parts: Parts,
  facts: Case['facts'],
  metadata: CommandMetadata,
) => Promise<Pick<Refused, 'code'> | undefined>

/** TABLE: what trying again means, by the kind of case. */
const retries: Readonly<Record<CaseKind, Retry>> = {
  'refund-refused': async (parts, { orderId, refundId, checkoutId, captureId, amountCents }, metadata) => {
    if (orderId && refundId) return retryRefund(parts, { orderId, refundId }, metadata)
    if (!checkoutId || !captureId) throw unknownCheckout()
    return refundPayment(await loadPurchase(parts, checkoutId, metadata), captureId, amountCents)
  },
}

/**
 * Tries again for an admin; a further refusal is noted with the case. One that came right already is returned as it is. Throws
 * NOT_FOUND, CONFLICT if an admin has closed it, or PROVIDER_UNAVAILABLE.
 */
export async function retryCase(parts: Parts, caseId: string, metadata: CommandMetadata): Promise<Case> {
  const { commands } = parts
  const earlier = await commands.answered(caseDecider, caseStream(caseId), metadata)
  if (earlier?.state) return earlier.state
  const { facts, end } = await loadCase(commands, caseId)
  if (end?.outcome === 'closed') throw closedAlready()
  if (!end) {
    const refused = await retries[facts.kind](parts, facts, metadata)
    if (refused) return noteAttempt(commands, caseId, { act: 'retry', code: refused.code }, metadata)
  }
  return loadCase(commands, caseId)
}
