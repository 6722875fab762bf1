import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { AdminButton, AdminButtonLink } from '../../admin/parts/admin-button.tsx'
import { AdminFailure } from '../../admin/parts/admin-failure.tsx'
import { LoadingRows } from '../../admin/parts/loading-rows.tsx'
import { PageHead } from '../../admin/parts/page-head.tsx'
import { TakeTable } from '../take-table.tsx'
import { AsOfTools } from './as-of-tools.tsx'
import { BooksThen } from './books-then.tsx'
import { Explanation } from './explanation.tsx'
import { Scrubber } from './scrubber.tsx'
import { kindOf, ThenTabs } from './then-tabs.tsx'
import { ThingList } from './thing-list.tsx'
import { compareAddress } from './time-address.ts'
import { activityAsOf, booksAsOf, timeline } from './time-api.ts'
import { TwoMomentsPage } from './two-moments-page.tsx'
import { type Moment, useMoment } from './use-moment.ts'

/** The shop as of any event or moment, or one thing at two moments. */
export function TimeMachinePage() {
  const [params] = useSearchParams()
  return params.has('kind') ? <TwoMomentsPage params={params} /> : <TimeMachine params={params} />
}

/** The dashboard and the shop's things as of any event or moment. */
function TimeMachine({ params }: { params: URLSearchParams }) {
  const moment = useMoment()
  const then = useQuery(booksAsOf(moment.asOf))
  const { from, to } = then.data?.period ?? {}
  // The current figures of the same days. They can differ from the past figures, for example because of a later refund.
  const now = useQuery({ ...booksAsOf(undefined, { from, to }), enabled: then.data !== undefined })
  const line = useQuery(timeline)
  const activityThen = useQuery(activityAsOf(moment.asOf))
  const activityNow = useQuery(activityAsOf(undefined))
  const activities =
    activityThen.data && activityNow.data ? { past: activityThen.data, current: activityNow.data } : undefined
  const failed = [then, now, line, activityThen, activityNow].find(({ error }) => error)
  return (
    <>
      <PageHead title="Time machine" lead="The shop as it was after any event. Pseudonyms stand for people.">
        <AdminButtonLink
          variant="outline"
          to={compareAddress({ kind: kindOf(moment.tab) ?? 'order', from: moment.asOf })}
        >
          Compare two moments
        </AdminButtonLink>
      </PageHead>
      <AdminFailure
        error={failed?.error ?? null}
        fallback="The earlier state could not be fetched"
        onRetry={() => void failed?.refetch()}
      />
      {failed && moment.asOf !== undefined && <AdminButton onClick={() => moment.goTo(undefined)}>Now</AdminButton>}
      {!failed && !(then.data && now.data && line.data) && <LoadingRows />}
      {then.data && now.data && line.data && (
        <>
          <AsOfTools then={then.data} now={now.data} moment={moment} />
          <div className="mt-3">
            <TakeTable name="time-machine" link={linkAsOf(then.data.asOf.event, params)} />
          </div>
          {line.data.first === null ? (
            <p className="mt-6 border-t border-hair py-6 text-rinse">The shop has no events yet.</p>
          ) : (
            <Scrubber line={line.data} seen={then.data.asOf} moment={moment} />
          )}
          <div
            className={`mt-8 grid gap-x-12 gap-y-10 ${moment.asked ? 'xl:grid-cols-[minmax(0,622fr)_minmax(0,454fr)]' : ''}`}
          >
            <div className="min-w-0">
              <ThenTabs moment={moment} />
              {kindOf(moment.tab) ? (
                <ThingList
                  key={moment.tab}
                  kind={kindOf(moment.tab)!}
                  event={then.data.asOf.event}
                  search={moment.search}
                  onFind={moment.find}
                />
              ) : (
                <BooksThen then={then.data} now={now.data} activities={activities} moment={moment} />
              )}
            </div>
            {moment.asked && (
              <Explanation asked={moment.asked} event={then.data.asOf.event} onClose={() => closeExplanation(moment)} />
            )}
          </div>
        </>
      )}
    </>
  )
}

/** The address of this page as of an event. */
function linkAsOf(event: number, params: URLSearchParams) {
  const linked = new URLSearchParams(params)
  linked.set('asOf', String(event))
  return `/analysis/time?${linked}`
}

/** Closes the explanation and returns the focus to its figure. */
function closeExplanation({ explain }: Moment) {
  const figure = document.querySelector<HTMLElement>('[data-figure][aria-pressed="true"]')
  explain(undefined)
  figure?.focus()
}
