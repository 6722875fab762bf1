import type { OrderStatus } from '@shop/language/order/status'
import { Badge } from '../../ui/badge.tsx'

export const StatusBadge = ({ status }: { status: OrderStatus }) => <Badge tone={tones[status]}>{status}</Badge>

const tones = { Processing: 'neutral', Shipped: 'vat', Delivered: 'ok', Cancelled: 'bad' } as const
