import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

/** The shop names these places but has none of them yet (spec §1). */
export function PlaceholderLink({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <Link to="#" className={className} onClick={(event) => event.preventDefault()}>
      {children}
    </Link>
  )
}
