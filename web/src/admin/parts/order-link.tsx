import { shortId } from '../../orders/order-texts.ts'
import { RowLink } from './row-link.tsx'

/** `list` is the query of the list that it stands in, in which its page then leads on. */
export const OrderLink = ({ id, list }: { id: string; list?: URLSearchParams }) => (
  <RowLink to={`/admin/orders/${id}${list && list.size > 0 ? `?${list}` : ''}`} className="num font-[550]">
    {shortId(id)}
  </RowLink>
)
