import type { QueuedCommand } from '@shop/language/commands'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import type { JobOutcome } from '@shop/stores/job-queue/job-queue'
import { finishErasure } from './account/save-account.ts'
import { eraseForOperator } from './account-deletion/erase-for-operator.ts'
import { lookUpCaseRefund } from './attention/refund-case.ts'
import { expireGuestCart } from './cart/expire-guest-cart.ts'
import { finishEarlierMerge, finishMerge } from './cart/merge-guest-cart.ts'
import { ownStockIn, releaseLapsed } from './checkout/hold-stock.ts'
import { loadCheckout } from './checkout/load-checkout.ts'
import { reserveOrAbandon, supersede } from './checkout/start-checkout.ts'
import { type CheckBudget, createCheckBudget } from './command-limits.ts'
import { eraseCorrespondent } from './correspondent/correspondents.ts'
import { createMailGate } from './mail/mail-gate.ts'
import { sendMail } from './mail/send-mail.ts'
import { followDeletion } from './order/follow-deletion.ts'
import { lookUpRefund } from './order/look-up-refund.ts'
import { makeRefund } from './order/make-refund.ts'
import { putBack } from './order/put-back.ts'
import { settleReclaim } from './order/reclaim-pieces.ts'
import { settleOrder } from './order/settle-order.ts'
import type { Parts } from './parts.ts'
import { expirePurchase } from './purchase/open-checkout.ts'
import { placeMatched, returnRefused } from './purchase/outcome.ts'
import { checkPayment } from './purchase/payment-checks.ts'
import { lookUpPaymentRefund, refundRequested } from './purchase/payment-refund.ts'
import { loadPurchase, type Purchase } from './purchase/purchase.ts'
import { mailAnswer } from './question/mail-answer.ts'
import { finishRename } from './question/rename-question.ts'
import { followSignal } from './webhook/follow-signal.ts'

export type QueuedJob = Readonly<{ id: string; command: QueuedCommand }>

/** The job's id is the command's id, so a job that is delivered twice has an effect only once. */
export function createQueuedCommands(everything: Parts): (job: QueuedJob) => Promise<JobOutcome> {
  const { counters, mailer, commands } = everything
  const parts = {
    ...everything,
    inBudget: createCheckBudget(counters),
    gate: createMailGate(mailer, () => commands.now().getTime()),
  }
  return ({ id, command }) =>
    handleQueued(parts, command, { correlationId: id, causationId: id, actor: { role: 'system' } })
}

type QueueParts = Parts & Readonly<{ inBudget: CheckBudget; gate: ReturnType<typeof createMailGate> }>

async function handleQueued(parts: QueueParts, command: QueuedCommand, metadata: CommandMetadata): Promise<JobOutcome> {
  const { commands } = parts
  const checkoutOf = (checkoutId: string) => loadCheckout(commands, checkoutId)
  const purchaseOf = (checkoutId: string) => loadPurchase(parts, checkoutId, metadata)
  switch (command.type) {
    case 'ReserveStock':
      return reserveOrAbandon(commands, command.checkoutId, metadata).then(done)
    case 'SupersedeCheckout':
      return supersede(commands, command.checkoutId, command.by, metadata).then(done)
    case 'ReleaseStock':
      return releaseLapsed(commands, await checkoutOf(command.checkoutId), metadata, command.only).then(done)
    case 'CheckPayment':
      return checkWithin(parts.inBudget, await purchaseOf(command.checkoutId), command.until)
    case 'ExpireCheckout':
      return expirePurchase(await purchaseOf(command.checkoutId))
    case 'PlaceOrder':
      return placeMatched(await purchaseOf(command.checkoutId)).then(done)
    case 'SettleOrder':
      return settleOrder(commands, await checkoutOf(command.orderId), metadata).then(done)
    case 'RefundPayment':
      return refundRequested(await purchaseOf(command.checkoutId), command.captureId)
    case 'ReturnRefused':
      return returnRefused(await purchaseOf(command.checkoutId)).then(done)
    case 'ReturnStock':
    case 'RestockReturn':
      return putBack(commands, command.orderId, metadata).then(done)
    case 'SettleReclaim':
      return settleReclaim(commands, command, metadata).then(done)
    case 'FollowDeletion':
      return followDeletion(commands, command.orderId, metadata).then(done)
    case 'MakeRefund':
      return makeRefund(parts, command, metadata)
    case 'LookUpRefund':
      return lookUpRefund(parts, command, metadata)
    case 'LookUpPaymentRefund':
      return lookUpPaymentRefund(await purchaseOf(command.checkoutId), command.captureId)
    case 'LookUpCaseRefund':
      return lookUpCaseRefund(parts, command.caseId, metadata)
    case 'FollowSignal':
      return followSignal(parts, command.signal, metadata)
    case 'FinishMerge':
      return finishMerge(ownStockIn(commands), command.guestId, metadata).then(done)
    case 'CloseGuestCart':
      return finishEarlierMerge(ownStockIn(commands), mergingOf(command), metadata).then(done)
    case 'ExpireGuestCart':
      return expireGuestCart(commands, command.guestId, metadata, parts.clock.forgetting()).then(done)
    case 'MailAnswer':
      return mailAnswer(parts, command, metadata).then(done)
    case 'FinishRename':
      return finishRename(commands, command, metadata).then(done)
    case 'EraseAccount':
      return eraseForOperator(parts, command, metadata).then(done)
    case 'FinishErasure':
      return finishErasure(parts, command, metadata).then(done)
    case 'EraseCorrespondent':
      return eraseCorrespondent(parts, command, metadata).then(done)
    case 'SendMail':
      return sendMail(parts, command, metadata)
  }
}

const done = () => undefined

const mergingOf = ({ mergedInto, guestId }: Extract<QueuedCommand, { type: 'CloseGuestCart' }>) => ({
  customerId: mergedInto,
  guestCart: guestId,
})

const checkWithin = (inBudget: CheckBudget, purchase: Purchase, until: 'pending' | undefined) =>
  inBudget(purchase.checkout.customerId, () => checkPayment(purchase, until))
