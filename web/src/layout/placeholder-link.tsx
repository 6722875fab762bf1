import type { ReactNode } from 'react'
import { Link } from '../ui/link.tsx'

/** A link of the documented footer whose page does not exist yet (spec §1). */
export function PlaceholderLink({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <Link to="#" className={className} onClick={(event) => event.preventDefault()}>
      {children}
    </Link>
  )
}
