import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { HistoryStep } from '../orders/history-step.tsx'
import { NotFetched } from '../parts/not-fetched.tsx'
import { productHistory } from './products-api.ts'

export function ProductHistory({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false)
  const { data, error, refetch } = useQuery({ ...productHistory(id), enabled: isOpen })
  return (
    <details
      className="mt-10 max-w-[720px] border-t border-raw"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="type-h4 flex min-h-11 cursor-pointer items-center">History</summary>
      {data ? (
        <ol reversed className="mt-4">
          {data.toReversed().map((entry) => (
            <HistoryStep key={entry.eventId} entry={entry} isToCome={false} />
          ))}
        </ol>
      ) : (
        <NotFetched error={error} failure="Failed to fetch the history" refetch={refetch} />
      )}
    </details>
  )
}
