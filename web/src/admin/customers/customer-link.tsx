import type { ReactNode } from 'react'
import { RowLink } from '../parts/row-link.tsx'

export const CustomerLink = ({ id, children }: { id: string; children: ReactNode }) => (
  <RowLink to={`/admin/users/${id}`} className="wrap-anywhere">
    {children}
  </RowLink>
)
