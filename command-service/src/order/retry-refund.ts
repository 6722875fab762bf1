import { REFUND_PENDING } from '@shop/language/case/kinds'
import { firstOf, furtherTryOf } from '@shop/language/order/books'
import { orderStream } from '@shop/language/order/events'
import type { Refund, RefundedPieces } from '@shop/language/order/refund-events'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import { isCaseOpen } from '../case/cases.ts'
import { furtherCommand } from '../handler/command-metadata.ts'
import type { Parts } from '../parts.ts'
import type { ChosenPieces } from './decide-refund.ts'
import { loadAnyOrder } from './load-order.ts'
import { lookUpPending } from './look-up-refund.ts'
import { inRefundTurn, tryRefund } from './make-refund.ts'
import { noteRefundsFound } from './note-provider-refund.ts'
import { orderDecider, unknownOrder } from './order-decider.ts'
import { isMade, settleIfMade, settleReplaced, subjectOf, triesOf } from './refund-cases.ts'

type Which = Readonly<{
  orderId: string
  /** The shop's id of the first try, or the provider's id of a failed try. */
  refundId: string
}>

/**
 * Retries a refund that the provider has refused or not carried out. Returns the code that says why the refund is not made; undefined if
 * the refund is made. Throws PROVIDER_UNAVAILABLE if the provider gives no answer, and CONFLICT if too little of the payment is left.
 */
export async function retryRefund(
  parts: Parts,
  { orderId, refundId: named }: Which,
  metadata: CommandMetadata,
): Promise<Readonly<{ code: string }> | undefined> {
  const { commands } = parts
  const tries = triesOf(await loadAnyOrder(commands, orderId), named)
  const last = tries.at(-1)
  if (!last) throw unknownOrder()
  const { refundId, providerRefundId, state } = last
  if (state === 'pending' && providerRefundId) {
    const now = await lookUpPending(parts, { orderId, providerRefundId }, metadata)
    return reasonOf(now)
  }
  await inRefundTurn(parts, orderId, (order) => noteRefundsFound(parts, order, last, metadata))
  if (await settleIfMade(commands, { orderId, refundId }, metadata)) return undefined
  await settleReplaced(commands, await loadAnyOrder(commands, orderId), metadata)
  if (!(await isCaseOpen(commands, subjectOf(orderId, named)))) return undefined
  const again = state === 'refused' ? await requestAgain(parts, orderId, tries, metadata) : refundId
  return reasonOf(await tryRefund(parts, { orderId, refundId: again }, metadata))
}

async function requestAgain({ commands }: Parts, orderId: string, tries: readonly Refund[], metadata: CommandMetadata) {
  const { refundId, amountCents, pieces, chosenReason } = tries.at(-1)!
  const again = furtherTryOf(refundId, tries.length)
  const returnId = tries.find((one) => one.returnId)?.returnId
  const { reasons } = await loadAnyOrder(commands, orderId)
  const said = { chosenReason, reason: reasons[firstOf(refundId)], at: commands.now().toISOString() }
  const wanted = {
    type: 'RequestRefund',
    refundId: again,
    ...said,
    amountCents,
    ...(returnId && { returnId }),
    again: true,
    pieces: pieces.map(chosenIn),
  } as const
  await commands.ensure(orderDecider, orderStream(orderId), wanted, furtherCommand(metadata, 'again', again))
  return again
}

/**
 * The pieces of the earlier try, with the admin's choice about restocking. If the admin chose nothing, only unsent pieces go back to stock.
 */
function chosenIn({ line, quantity, held = 0, restock = held }: RefundedPieces): ChosenPieces {
  return { line, quantity, ...(restock !== held && { restock: restock > held }) }
}

const reasonOf = (refund: Refund | undefined) => {
  if (!refund || isMade(refund)) return undefined
  return { code: refund.state === 'pending' ? REFUND_PENDING : (refund.code ?? 'UNKNOWN') }
}
