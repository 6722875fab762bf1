import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AdminButton } from '../../admin/parts/admin-button.tsx'
import { Failure } from '../../admin/parts/failure.tsx'
import { eventCount, numeral } from '../../lib/numeral.ts'
import { Loading } from '../../ui/skeleton.tsx'
import { Told } from '../../ui/told.tsx'
import { copiedEvent } from './questions-api.ts'

const FIRST = 20

type EvidenceProps = { row: number; events: readonly number[]; onClose: () => void }

/** The events that a row is made of, each opened by its number. */
export function Evidence({ row, events, onClose }: EvidenceProps) {
  const [count, setCount] = useState(FIRST)
  return (
    <section aria-labelledby="evidence" className="mt-6 bg-chalk p-4">
      <Told about={row}>
        <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4">
          <h3 id="evidence" className="text-[17px] font-semibold">
            Evidence of row {row + 1}: {eventCount(events.length)}
          </h3>
          <AdminButton variant="quiet" onClick={onClose}>
            Close
          </AdminButton>
        </div>
      </Told>
      <ul className="border-t border-faded">
        {events.slice(0, count).map((number) => (
          <Event key={number} number={number} />
        ))}
      </ul>
      {count < events.length && (
        <AdminButton variant="quiet" onClick={() => setCount(count + 10 * FIRST)}>
          Show more
        </AdminButton>
      )}
    </section>
  )
}

function Event({ number }: { number: number }) {
  const [isOpen, setOpen] = useState(false)
  const { data, error, isLoading, refetch } = useQuery({ ...copiedEvent(number), enabled: isOpen })
  return (
    <li className="border-b border-faded">
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="num min-h-11 cursor-pointer py-2.5 lg:min-h-9 lg:py-1.5">
          Event {numeral(number)}
          {data && <span className="text-rinse"> {data.type}</span>}
        </summary>
        {isLoading && <Loading />}
        <Failure error={error} fallback="The event could not be fetched" onRetry={() => void refetch()} />
        {data && (
          <div className="type-small pb-3">
            <p className="wrap-anywhere text-rinse">
              {data.recordedAt ?? 'At no known time'}, {data.stream}, version {data.version}
            </p>
            <pre className="mt-2 whitespace-pre-wrap wrap-anywhere">{JSON.stringify(data.data, null, 2)}</pre>
          </div>
        )}
      </details>
    </li>
  )
}
