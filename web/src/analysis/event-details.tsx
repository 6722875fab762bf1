import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { AdminFailure } from '../admin/parts/admin-failure.tsx'
import { lifeAddress, orderOf, streamAddress } from '../admin/parts/stream-address.ts'
import { numeral } from '../lib/numeral.ts'
import { Link } from '../ui/link.tsx'
import { Loading } from '../ui/skeleton.tsx'
import { eventsAddress } from './events/use-event-filter.ts'
import { copiedEvent } from './questions/questions-api.ts'

const LINK = 'underline decoration-faded hover:decoration-thread'

type DetailsProps = { number: number; children?: ReactNode; end?: ReactNode }

export function EventDetails({ number, children, end }: DetailsProps) {
  const [isOpen, setOpen] = useState(false)
  const { data, error, isLoading, refetch } = useQuery({ ...copiedEvent(number), enabled: isOpen })
  const order = data && orderOf(data.stream)
  return (
    <li className="border-b border-faded">
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="num min-h-11 cursor-pointer py-2.5 lg:min-h-9 lg:py-1.5">
          <span className="inline-flex w-[calc(100%-1.25rem)] flex-wrap gap-x-3">
            <span>Event {numeral(number)}</span>
            {children ?? (data && <span className="text-rinse">{data.type}</span>)}
            {end}
          </span>
        </summary>
        {isLoading && <Loading />}
        <AdminFailure error={error} fallback="The event could not be fetched" onRetry={() => void refetch()} />
        {data === null && (
          <p className="type-small pb-3">The analysts’ copy does not have this event yet. Open it again in a moment.</p>
        )}
        {data && (
          <div className="type-small pb-3">
            <p className="wrap-anywhere text-rinse">
              {data.recordedAt ?? 'At an unknown time'},{' '}
              <Link to={streamAddress(data.stream, data.version)} className={LINK}>
                {data.stream}
              </Link>
              , version {data.version}, by {data.actorRole}
              {data.actor && (
                <>
                  {' '}
                  <Link to={eventsAddress({ actor: data.actor })} className={LINK}>
                    {data.actor}
                  </Link>
                </>
              )}
              .{' '}
              <Link to={eventsAddress({ correlation: data.correlation })} className={LINK}>
                All events of this request
              </Link>
              {order && (
                <>
                  {' · '}
                  <Link to={lifeAddress(order, number)} className={LINK}>
                    All events about the {data.kind}
                  </Link>
                </>
              )}
            </p>
            <pre className="mt-2 whitespace-pre-wrap wrap-anywhere">{JSON.stringify(data.data, null, 2)}</pre>
          </div>
        )}
      </details>
    </li>
  )
}
