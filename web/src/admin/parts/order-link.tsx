import { shortId } from '../../orders/order-texts.ts'
import { Link } from '../../ui/link.tsx'

/** `list` is the query of the list that it stands in, in which its page then leads on. */
export const OrderLink = ({ id, list }: { id: string; list?: URLSearchParams }) => (
  <Link
    to={`/admin/orders/${id}${list && list.size > 0 ? `?${list}` : ''}`}
    className="num inline-flex min-h-11 items-center font-[550] underline decoration-faded hover:decoration-thread hover:decoration-2 lg:min-h-6"
  >
    {shortId(id)}
  </Link>
)
