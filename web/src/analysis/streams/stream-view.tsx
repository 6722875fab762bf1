import type { CopiedStream } from '@shop/language/analysis/streams'
import { useEffect, useRef } from 'react'
import { RowLink } from '../../admin/parts/row-link.tsx'
import { SaveAsTest } from '../../admin/parts/save-as-test.tsx'
import { lifeAddress, orderOf, streamAddress } from '../../admin/parts/stream-address.ts'
import { eventCount, numeral } from '../../lib/numeral.ts'
import { pathWords } from '../fact-words.ts'
import { StreamStep } from './stream-step.tsx'
import { PAGE } from './streams-api.ts'

type ViewProps = {
  stream: CopiedStream
  /** The version of the page's first event. */
  from: number
  /** The version of the event that the URL names. */
  at: number | undefined
  isFetching: boolean
}

export function StreamView({
  stream: { stream, kind, events, by, page, neighbours },
  from,
  at,
  isFetching,
}: ViewProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const isAtBegin = at === undefined
  const order = orderOf(stream)
  const words = pathWords(page.flatMap(({ changes }) => changes))
  useEffect(() => {
    // The heading of a newly opened stream gets the focus, unless the URL names an event.
    if (stream && isAtBegin) heading.current?.focus({ preventScroll: true })
  }, [stream, isAtBegin])
  return (
    <section aria-labelledby="stream" aria-busy={isFetching}>
      <h2 ref={heading} id="stream" tabIndex={-1} className="type-h2 wrap-anywhere">
        {stream}
      </h2>
      <p className="type-small text-rinse">
        {eventCount(events)}.{' '}
        {by === 'projection'
          ? 'The columns "before" and "after" have the values that the shop shows.'
          : 'For each changed field, the column "before" has the last value in earlier events, and the column "after" has the value in this event.'}
      </p>
      {order && <RowLink to={lifeAddress(order)}>All events about this {kind}</RowLink>}
      <SaveAsTest key={stream} stream={stream} />
      <Neighbours neighbours={neighbours} />
      <Pages stream={stream} events={events} from={from} />
      {page.length === 0 ? (
        <p className="border-t border-raw py-6 text-rinse">This stream has no event with this version.</p>
      ) : (
        <ol className="border-t border-raw">
          {page.map((event) => (
            <StreamStep key={event.event} event={event} words={words} isAt={event.version === at} />
          ))}
        </ol>
      )}
      {page.length > 5 && <Pages stream={stream} events={events} from={from} isAgain />}
    </section>
  )
}

/** More links are closed at first, so that the events begin near the top of the page. */
const MOST_OPEN = 12

function Neighbours({ neighbours }: Pick<CopiedStream, 'neighbours'>) {
  if (neighbours.length === 0) return null
  const links = (
    <nav aria-label="Related streams" className="mt-3">
      <ul className="flex flex-wrap gap-x-5">
        {neighbours.map(({ stream }) => (
          <li key={stream} className="min-w-0">
            <RowLink to={streamAddress(stream)} className="wrap-anywhere">
              {stream}
            </RowLink>
          </li>
        ))}
      </ul>
    </nav>
  )
  if (neighbours.length <= MOST_OPEN) return links
  return (
    <details className="mt-3">
      <summary className="type-small min-h-11 cursor-pointer py-2.5 lg:min-h-8 lg:py-1">
        {neighbours.length} related streams
      </summary>
      {links}
    </details>
  )
}

type PagesProps = { stream: string; events: number; from: number; isAgain?: boolean }

function Pages({ stream, events, from, isAgain = false }: PagesProps) {
  if (events <= PAGE) return <div className="mt-4" />
  const last = Math.floor((events - 1) / PAGE) * PAGE
  const pages = [
    ['First', 0, from > 0],
    ['Earlier', from - PAGE, from > 0],
    ['Later', from + PAGE, from < last],
    ['Newest', last, from < last],
  ] as const
  return (
    <nav aria-label={isAgain ? 'Pages, repeated' : 'Pages'} className="mt-4 mb-1 flex flex-wrap items-center gap-x-5">
      <p className="type-small num text-rinse">
        {numeral(Math.min(from + 1, events))} to {numeral(Math.min(from + PAGE, events))} of {numeral(events)}
      </p>
      {pages.map(
        ([label, version, isThere]) =>
          isThere && (
            <RowLink key={label} to={streamAddress(stream, version)}>
              {label}
            </RowLink>
          ),
      )}
    </nav>
  )
}
