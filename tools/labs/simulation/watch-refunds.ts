import type { ShopEvent } from '@shop/language/all-events'
import type { World } from '../../../command-service/src/test-support/create-world.ts'
import { refundsOf } from '../../../command-service/src/test-support/fake-refunds.ts'

/** See decisions O7 (completed refunds). */
export function watchRefunds(world: World, onWrong: (what: string) => void) {
  const statusOf = (refundId: string) =>
    [...world.bank.orders.values()].flatMap(refundsOf).find(({ id }) => id === refundId)?.status
  world.watch((stored) => {
    const event = stored as unknown as ShopEvent
    const refundId = madeBy(event)
    const status = refundId === undefined ? undefined : statusOf(refundId)
    if (status !== undefined && status !== 'COMPLETED')
      onWrong(`${event.type}: ${refundId} is ${status} at the bank, and booked as made`)
  })
}

function madeBy({ type, data }: ShopEvent): string | undefined {
  if (type === 'OrderRefunded' || type === 'RefundNoted') return data.providerRefundId
  if (type === 'PaymentRefunded') return data.refundId
  return type === 'CaseClosed' && data.outcome === 'refunded' ? (data.refundId ?? undefined) : undefined
}
