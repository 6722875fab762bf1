import type { ReactNode } from 'react'
import { titled, usePageTitle } from '../../lib/page-title.ts'
import { ArrowLeft } from '../../ui/icons/icons.tsx'
import { Link } from '../../ui/link.tsx'

type HeadProps = {
  title: string
  lead?: ReactNode
  back?: { to: string; label: string }
  beside?: ReactNode
  children?: ReactNode
  /** Whether the page is a long form. On a phone, the form's actions stick to the bottom. */
  isForm?: boolean
}

export function PageHead({ title, lead, back, beside, children, isForm = false }: HeadProps) {
  usePageTitle(titled(title))
  return (
    <div className="mb-6 flex print:hidden flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className={beside ? 'min-w-0 max-md:w-full' : 'min-w-0'}>
        {back && (
          <div className="flex items-center justify-between gap-x-4 md:justify-start">
            <Link
              to={back.to}
              className="type-small inline-flex min-h-11 items-center gap-1.5 text-rinse hover:underline lg:min-h-8"
            >
              <ArrowLeft />
              {back.label}
            </Link>
            {beside}
          </div>
        )}
        <h1 className="type-h1 num wrap-anywhere text-[clamp(34px,3vw,44px)]!">{title}</h1>
        {lead && <p className="mt-1 text-rinse wrap-anywhere">{lead}</p>}
      </div>
      {children && (
        <div className={`flex flex-wrap items-center gap-2 ${isForm ? 'form-actions' : ''}`}>{children}</div>
      )}
    </div>
  )
}
