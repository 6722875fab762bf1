import { Fragment } from 'react'
import { Link } from '../ui/link.tsx'

/** A step without `to` is the current page. */
export function Breadcrumb({ steps }: { steps: readonly { label: string; to?: string }[] }) {
  return (
    <nav
      aria-label="Breadcrumb"
      className="flex flex-wrap items-center gap-x-2 py-3 text-[0.84375rem] max-md:py-0.5 text-stone"
    >
      {steps.map(({ label, to }, place) => (
        <Fragment key={label}>
          {place > 0 && <span aria-hidden>/</span>}
          {to ? (
            <Link
              to={to}
              className="-mx-2 inline-flex min-h-11 min-w-11 items-center justify-center px-2 hover:underline lg:min-h-8"
            >
              {label}
            </Link>
          ) : (
            <span aria-current="page">{label}</span>
          )}
        </Fragment>
      ))}
    </nav>
  )
}
