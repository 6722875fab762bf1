import { shortId } from '../../orders/order-texts.ts'
import { RowLink } from './row-link.tsx'

/** `list`: the query of the list that has this link. */
export const OrderLink = ({ id, list }: { id: string; list?: URLSearchParams }) => (
  <RowLink to={`/admin/orders/${id}${list && list.size > 0 ? `?${list}` : ''}`} className="num font-[550]">
    {shortId(id)}
  </RowLink>
)
