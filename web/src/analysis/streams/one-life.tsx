import type { OrderLife } from '@shop/language/analysis/streams'
import { useQuery } from '@tanstack/react-query'
import { AdminFailure } from '../../admin/parts/admin-failure.tsx'
import { LoadingRows } from '../../admin/parts/loading-rows.tsx'
import { PageHead } from '../../admin/parts/page-head.tsx'
import { RowLink } from '../../admin/parts/row-link.tsx'
import { SaveAsTest } from '../../admin/parts/save-as-test.tsx'
import { eventCount, numeral } from '../../lib/numeral.ts'
import { compareAddress } from '../time/time-address.ts'
import { LifeStep } from './life-step.tsx'
import { threadsOf } from './life-threads.tsx'
import { orderLife } from './streams-api.ts'

type LifeProps = {
  order: string
  /** The event that the URL names. */
  at: number | undefined
}

export function OneLife({ order, at }: LifeProps) {
  const { data, error, isPending, refetch } = useQuery(orderLife(order))
  return (
    <>
      <PageHead
        title="All events about an order"
        lead={<span className="wrap-anywhere">Everything that happened to order #{order}, in all streams.</span>}
        back={{ to: '/analysis/streams', label: 'Streams' }}
      />
      {isPending && <LoadingRows />}
      <AdminFailure
        error={error}
        fallback="The events of the order could not be fetched"
        onRetry={() => void refetch()}
      />
      {data && <Events life={data} at={at} />}
    </>
  )
}

function Events({ life: { order, events, more }, at }: { life: OrderLife; at: number | undefined }) {
  const threads = threadsOf(events)
  const placed = events.find(({ kind }) => kind === 'order')
  return (
    <section aria-labelledby="events">
      <h2 id="events" className="type-h4">
        {eventCount(events.length)} in {numeral(threads.length)} streams
      </h2>
      <p className="type-small text-rinse">
        The events are listed in the sequence of the log. Times are in UTC. Pseudonyms stand for people.
        {more && ' Later events are left out. Open the streams to see them.'}
      </p>
      {placed && (
        <RowLink to={compareAddress({ kind: 'order', id: order, from: String(placed.event) })}>
          The order when it was placed, and now
        </RowLink>
      )}
      <SaveAsTest stream={`order-${order}`} />
      <ol className="mt-5 border-t border-raw">
        {events.map((event) => (
          <LifeStep key={event.event} event={event} threads={threads} isAt={event.event === at} />
        ))}
      </ol>
    </section>
  )
}
