import type { Order } from '@shop/language/order/api'
import { hasNothingToShip } from '../../orders/money-words.ts'
import { Badge } from '../../ui/badge.tsx'

export const OrderBadges = ({ order }: { order: Order }) => {
  const { isPaid, refundDue, incompleteAddress, refundState, refundPending, returns } = order
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <Badge tone={isPaid ? 'ok' : 'warn'}>{isPaid ? 'Paid' : 'Under review'}</Badge>
      {refundState !== 'none' && (
        <Badge tone="neutral">{refundState === 'full' ? 'Refunded' : 'Partly refunded'}</Badge>
      )}
      {refundPending > 0 && <Badge tone="warn">Refund pending</Badge>}
      {hasNothingToShip(order) && <Badge tone="neutral">Nothing to ship</Badge>}
      {returns.some(({ receivedAt }) => receivedAt === undefined) && <Badge tone="warn">Return awaited</Badge>}
      {refundDue && <Badge tone="bad">Refund due</Badge>}
      {incompleteAddress && <Badge tone="warn">Address incomplete</Badge>}
    </span>
  )
}
