import type { EventType } from '@shop/language/analysis/answers'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AdminFailure } from '../../admin/parts/admin-failure.tsx'
import { LoadingRows } from '../../admin/parts/loading-rows.tsx'
import { PageHead } from '../../admin/parts/page-head.tsx'
import { SearchField } from '../../admin/parts/search-field.tsx'
import { useCopyStatus } from '../analysis-status.ts'
import { eventTypes } from './catalog-api.ts'
import { EventEntry } from './event-entry.tsx'

export function CatalogPage() {
  const { data, error, isPending, refetch } = useQuery(eventTypes)
  const { status } = useCopyStatus()
  const [words, setWords] = useState('')
  const tables = new Map(status?.tables.map((table) => [table.name, table]))
  const shown = data?.filter((one) => has(one, words)) ?? []
  return (
    <>
      <PageHead title="Event catalog" lead="Every type of event that the shop records, taken from its code." />
      {isPending && <LoadingRows />}
      <AdminFailure error={error} fallback="Failed to fetch the catalog" onRetry={() => void refetch()} />
      {data && (
        <>
          <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
            <SearchField label="Search events and fields" value={words} onFind={setWords} />
            <p role="status" className="type-small text-stone">
              {shown.length === data.length ? `${data.length} events` : `${shown.length} of ${data.length} events`}
            </p>
          </div>
          {shown.length === 0 ? (
            <p className="border-t border-raw py-6 text-rinse">No event or field has this name.</p>
          ) : (
            <ul className="border-t border-raw">
              {shown.map((one) => (
                <EventEntry
                  key={one.type}
                  event={one}
                  table={tables.get(one.type)}
                  count={status && (tables.get(one.type)?.events ?? 0)}
                />
              ))}
            </ul>
          )}
        </>
      )}
    </>
  )
}

const has = ({ type, says, fields }: EventType, words: string) =>
  [type, says, ...fields.map((field) => `${field.name} ${field.type}`)]
    .join(' ')
    .toLowerCase()
    .includes(words.toLowerCase())
