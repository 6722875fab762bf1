import type { Histogram } from '@shop/language/analysis/answers'
import { useState } from 'react'
import { AdminButton } from '../../admin/parts/admin-button.tsx'
import { RowLink } from '../../admin/parts/row-link.tsx'
import { numeral } from '../../lib/numeral.ts'
import { type Between, eventsAddress, type Filter } from './use-event-filter.ts'

const FIRST = 12

type TypesProps = { types: Histogram['types']; filter: Filter; between: Between }

export function EventTypes({ types, filter, between }: TypesProps) {
  const [isAll, setAll] = useState(false)
  const shown = isAll ? types : types.slice(0, FIRST)
  return (
    <section aria-label="Events by type" className="mt-4">
      <ul className="type-small flex flex-wrap items-center gap-x-5">
        {shown.map(({ type, events }) => (
          <li key={type}>
            <RowLink to={eventsAddress({ ...filter, ...between, type })}>{type}</RowLink>{' '}
            <span className="num text-stone">{numeral(events)}</span>
          </li>
        ))}
        {filter.type && (
          <li>
            <RowLink to={eventsAddress({ ...filter, ...between, type: undefined })}>Every type</RowLink>
          </li>
        )}
      </ul>
      {shown.length < types.length && (
        <AdminButton variant="quiet" className="-ml-3" onClick={() => setAll(true)}>
          Show {types.length - shown.length} more types
        </AdminButton>
      )}
    </section>
  )
}
