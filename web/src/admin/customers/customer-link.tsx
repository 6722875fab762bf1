import type { ReactNode } from 'react'
import { Link } from '../../ui/link.tsx'

export const CustomerLink = ({ id, children }: { id: string; children: ReactNode }) => (
  <Link
    to={`/admin/users/${id}`}
    className="inline-flex min-h-11 items-center underline decoration-faded hover:decoration-thread hover:decoration-2 lg:min-h-6"
  >
    {children}
  </Link>
)
