import type { QueuedCommand } from '@shop/language/commands'
import { cartStream } from '@shop/language/events/cart-events'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import type { JobOutcome } from '@shop/stores/job-queue/job-queue'
import { finishErasure } from './account/save-account.ts'
import { cartDecider } from './cart/cart-decider.ts'
import { expireGuestCart } from './cart/expire-guest-cart.ts'
import { checkPayment } from './checkout/check-payment.ts'
import { expireCheckout } from './checkout/expire-checkout.ts'
import { releaseLapsed } from './checkout/hold-stock.ts'
import { refundPayment } from './checkout/refund-payment.ts'
import { reserveOrAbandon, supersede } from './checkout/start-checkout.ts'
import { returnStock } from './order/cancel-order.ts'
import { placePaid, settleOrder } from './order/place-order.ts'
import type { Parts } from './parts.ts'

export type QueuedJob = Readonly<{ id: string; command: QueuedCommand }>

/** What a process manager asked for, done; the job's id is the command's, so that twice is once. */
export function createQueuedCommands(parts: Parts): (job: QueuedJob) => Promise<JobOutcome> {
  const { commands } = parts

  return async ({ id, command }) => {
    const metadata: CommandMetadata = { correlationId: id, causationId: id, actor: { role: 'system' } }
    switch (command.type) {
      case 'ReserveStock':
        return reserveOrAbandon(commands, command.checkoutId, metadata).then(done)
      case 'SupersedeCheckout':
        return supersede(commands, command.checkoutId, command.by, metadata).then(done)
      case 'ReleaseStock':
        return releaseLapsed(commands, command.checkoutId, metadata).then(done)
      case 'CheckPayment':
        return checkPayment(parts, command.checkoutId, metadata)
      case 'ExpireCheckout':
        return expireCheckout(parts, command.checkoutId, metadata)
      case 'PlaceOrder':
        return placePaid(commands, command.checkoutId, metadata).then(done)
      case 'SettleOrder':
        return settleOrder(commands, command.orderId, metadata).then(done)
      case 'RefundPayment':
        return refundPayment(parts, command, metadata).then(done)
      case 'ReturnStock':
        return returnStock(commands, command.orderId, metadata).then(done)
      case 'CloseGuestCart': {
        const { guestId: ownerId, mergedInto } = command
        const close = { type: 'CloseGuestCart', ownerId, mergedInto } as const
        return commands.ensure(cartDecider, cartStream(ownerId), close, metadata).then(done)
      }
      case 'ExpireGuestCart':
        return expireGuestCart(commands, command.guestId, metadata).then(done)
      case 'FinishErasure':
        return finishErasure(parts, command, metadata).then(done)
    }
  }
}

const done = () => undefined
