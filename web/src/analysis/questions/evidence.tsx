import { useState } from 'react'
import { AdminButton } from '../../admin/parts/admin-button.tsx'
import { eventCount } from '../../lib/numeral.ts'
import { ResultMessage } from '../../ui/result-message.tsx'
import { EventDetails } from '../event-details.tsx'

const FIRST = 20

type EvidenceProps = { row: number; events: readonly number[]; onClose: () => void }

/** The events from which a row was computed. An event's details are fetched when the user opens the event. */
export function Evidence({ row, events, onClose }: EvidenceProps) {
  const [count, setCount] = useState(FIRST)
  return (
    <section aria-labelledby="evidence" className="mt-6 bg-chalk p-4">
      <ResultMessage about={row}>
        <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4">
          <h3 id="evidence" className="text-[1.0625rem] font-semibold">
            Evidence of row {row + 1}: {eventCount(events.length)}
          </h3>
          <AdminButton variant="quiet" onClick={onClose}>
            Close
          </AdminButton>
        </div>
      </ResultMessage>
      <ul className="border-t border-faded">
        {events.slice(0, count).map((number) => (
          <EventDetails key={number} number={number} />
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
