import type { ReactNode } from 'react'
import { Link } from '../ui/link.tsx'

export const EntryLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className="inline-flex min-h-11 min-w-11 items-center font-[550] underline lg:min-h-6">
    {children}
  </Link>
)
