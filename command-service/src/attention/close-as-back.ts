import { ShopError } from '@shop/language/errors'
import { REVERSAL_CANCELLED } from '@shop/language/order/books'
import { orderStream } from '@shop/language/order/events'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import { closedAlready } from '../case/case-decider.ts'
import type { Case } from '../case/case-state.ts'
import { caseAnswered, closeCase, loadCase } from '../case/cases.ts'
import { furtherCommand } from '../handler/command-metadata.ts'
import { disputesAbout } from '../order/end-reversals.ts'
import { loadAnyOrder, orderIfPlaced } from '../order/load-order.ts'
import { followLost } from '../order/lost-disputes.ts'
import { inRefundTurn } from '../order/make-refund.ts'
import { orderDecider } from '../order/order-decider.ts'
import { openReversed } from '../order/refund-cases.ts'
import type { Parts } from '../parts.ts'

/**
 * Closes the case of a reversal, and records that the provider has given the money back to the shop, for an admin who has seen this at the
 * provider. Throws NOT_FOUND. Throws CONFLICT for a case without a reversal in an order's books, and for a case that is closed already.
 */
export async function closeAsBack(
  parts: Parts,
  caseId: string,
  reason: string,
  metadata: CommandMetadata,
): Promise<Case> {
  const { commands } = parts
  const { kind, orderId, refundId } = (await loadCase(commands, caseId)).facts
  if (kind !== 'refund-at-provider' || !orderId || !refundId) throw noReversal()
  if (!(await orderIfPlaced(commands, orderId))) throw noReversal()
  return inRefundTurn(parts, orderId, async ({ refunds }) => {
    const earlier = await caseAnswered(commands, caseId, metadata)
    if (earlier) return earlier
    if (!refunds.some((one) => one.refundId === refundId && one.isReversal)) throw noReversal()
    if ((await loadCase(commands, caseId)).end) throw closedAlready()
    const note = { type: 'NoteRefundFailed', providerRefundId: refundId, code: REVERSAL_CANCELLED } as const
    const own = furtherCommand(metadata, 'reversal ended', refundId)
    await commands.ensure(orderDecider, orderStream(orderId), note, own)
    const order = await loadAnyOrder(commands, orderId)
    await openReversed(commands, order, metadata)
    // The reversal was not of a dispute that the shop has lost.
    const disputes = await disputesAbout(parts, order.facts.captureId)
    await followLost(commands, order, { disputes, mayOpen: true }, metadata)
    return closeCase(commands, caseId, { reason }, metadata)
  })
}

const noReversal = () => new ShopError('CONFLICT', 'Only the case of a reversal has money that can be back')
