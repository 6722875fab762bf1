import { shortId } from '../../orders/order-texts.ts'
import { Link } from '../../ui/link.tsx'

export const OrderLink = ({ id }: { id: string }) => (
  <Link
    to={`/admin/orders/${id}`}
    className="num inline-flex min-h-11 items-center font-[550] underline decoration-faded hover:decoration-thread hover:decoration-2 lg:min-h-6"
  >
    {shortId(id)}
  </Link>
)
