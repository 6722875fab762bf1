import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AdminButton } from '../../admin/parts/admin-button.tsx'
import { AdminFailure } from '../../admin/parts/admin-failure.tsx'
import { LoadingRows } from '../../admin/parts/loading-rows.tsx'
import { PageHead } from '../../admin/parts/page-head.tsx'
import { ShowMore } from '../../admin/parts/show-more.tsx'
import { useCopyStatus } from '../analysis-status.ts'
import { EventDetails } from '../event-details.tsx'
import { whoOf } from '../streams/stream-step.tsx'
import { shortMoment } from '../time/moment-words.ts'
import { BetweenFields } from './between-fields.tsx'
import { eventFacts } from './event-facts.ts'
import { EventFilters } from './event-filters.tsx'
import { EventHistogram } from './event-histogram.tsx'
import { EventTypes } from './event-types.tsx'
import { chosenEvents, histogramOf } from './events-api.ts'
import { NewEvents } from './new-events.tsx'
import { useEventFilter } from './use-event-filter.ts'
import { useTail } from './use-tail.ts'

export function EventsPage() {
  const { filter, between, choose, stretch, clear } = useEventFilter()
  const { isAway } = useCopyStatus()
  const [isPaused, setPaused] = useState(false)
  const mayFollow = between.to === undefined && !isAway
  const { isConnected, newest } = useTail(filter, between.from, mayFollow && !isPaused)
  const histogram = useQuery(histogramOf(filter, between))
  const list = useInfiniteQuery(chosenEvents(filter, between))
  const events = list.data?.pages.flat()
  const facts = useQuery(eventFacts(events ?? []))
  return (
    <>
      <PageHead title="Events" lead="Everything that happens in the shop. Pseudonyms stand for people.">
        <AdminButton
          variant="outline"
          aria-pressed={!isPaused && mayFollow}
          disabled={!mayFollow}
          onClick={() => setPaused(!isPaused)}
        >
          <i aria-hidden className={`size-2 ${isConnected ? 'bg-ok' : 'bg-worn'}`} />
          Follow
        </AdminButton>
      </PageHead>
      <EventFilters filter={filter} onChoose={choose} onClear={clear} />
      <AdminFailure
        error={histogram.error ?? list.error}
        fallback="The events could not be fetched"
        onRetry={() => {
          void histogram.refetch()
          void list.refetch()
        }}
      />
      <BetweenFields between={between} onStretch={stretch} />
      {histogram.data && histogram.data.first !== null && (
        <>
          <EventHistogram
            line={histogram.data}
            isOld={histogram.isPlaceholderData}
            between={between}
            onStretch={stretch}
          />
          <EventTypes types={histogram.data.types} filter={filter} between={between} />
        </>
      )}
      {list.isPending && <LoadingRows />}
      {events?.length === 0 && <p className="mt-6 border-t border-raw py-6 text-rinse">No event matches.</p>}
      {events && events.length > 0 && (
        <ul aria-label="Events, newest first" aria-busy={list.isPlaceholderData} className="mt-6 border-t border-raw">
          {events.map(({ event, type, recordedAt, stream, actorRole, actor }) => (
            <EventDetails key={event} number={event}>
              <b className="font-[550]">{type}</b>
              <span className="text-stone">{recordedAt ? shortMoment(recordedAt) : 'at an unknown time'}</span>
              <span className="wrap-anywhere text-rinse">{facts.data?.get(event) ?? stream}</span>
              <span className="wrap-anywhere text-stone">{whoOf({ actorRole, actor })}</span>
            </EventDetails>
          ))}
        </ul>
      )}
      <ShowMore query={list} className="mt-3" />
      <NewEvents newest={newest} />
    </>
  )
}
