import type { ReactNode } from 'react'

/** A link of the footer (spec §1) to a page that does not exist yet. */
export function PlaceholderLink({ className, children }: { className?: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useValidAnchor: it must look and sound like the links beside it.
    <a href="#" className={className} onClick={(event) => event.preventDefault()}>
      {children}
    </a>
  )
}
