import type { OrderLife } from '@shop/language/analysis/streams'
import { useQuery } from '@tanstack/react-query'
import { AdminFailure } from '../../admin/parts/admin-failure.tsx'
import { LoadingRows } from '../../admin/parts/loading-rows.tsx'
import { PageHead } from '../../admin/parts/page-head.tsx'
import { RowLink } from '../../admin/parts/row-link.tsx'
import { SaveAsTest } from '../../admin/parts/save-as-test.tsx'
import { eventCount, numeral } from '../../lib/numeral.ts'
import { pathWords } from '../fact-words.ts'
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
  const thing = !data || data.more || placedIn(data) ? 'order' : 'checkout'
  return (
    <>
      <PageHead
        title={`All events about ${thing === 'order' ? 'an' : 'a'} ${thing}`}
        lead={
          <span className="wrap-anywhere">
            Everything that happened to {thing} #{order}, in all streams.
            {thing === 'checkout' && ' It has not become an order.'}
          </span>
        }
        back={{ to: '/analysis/streams', label: 'Streams' }}
      />
      {isPending && <LoadingRows />}
      <AdminFailure
        error={error}
        fallback="The events of the order could not be fetched"
        onRetry={() => void refetch()}
      />
      {data && <Events life={data} thing={thing} at={at} />}
    </>
  )
}

const placedIn = ({ events }: OrderLife) => events.find(({ kind }) => kind === 'order')

type EventsProps = { life: OrderLife; thing: 'order' | 'checkout'; at: number | undefined }

function Events({ life, thing, at }: EventsProps) {
  const { order, events, more } = life
  const threads = threadsOf(events)
  const words = pathWords(events.flatMap(({ changes }) => changes))
  const placed = placedIn(life)
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
      <SaveAsTest stream={`${thing}-${order}`} />
      <ol className="mt-5 border-t border-raw">
        {events.map((event) => (
          <LifeStep key={event.event} event={event} words={words} threads={threads} isAt={event.event === at} />
        ))}
      </ol>
    </section>
  )
}
