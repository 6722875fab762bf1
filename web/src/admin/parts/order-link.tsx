import { shortId } from '../../orders/order-texts.ts'
import { RowLink } from './row-link.tsx'

/** `list` is the query of the list that has the link. The order's page uses it to find the previous and the next order. */
export const OrderLink = ({ id, list }: { id: string; list?: URLSearchParams }) => (
  <RowLink to={`/admin/orders/${id}${list && list.size > 0 ? `?${list}` : ''}`} className="num font-[550]">
    {shortId(id)}
  </RowLink>
)
