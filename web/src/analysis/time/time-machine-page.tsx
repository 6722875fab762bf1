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
import { timeline } from './time-api.ts'
import { TwoMomentsPage } from './two-moments-page.tsx'
import { type Moment, useMoment } from './use-moment.ts'
import { type ThenAndNow, useThenAndNow } from './use-then-and-now.ts'

export function TimeMachinePage() {
  const [params] = useSearchParams()
  return params.has('kind') ? <TwoMomentsPage params={params} /> : <TimeMachine params={params} />
}

function TimeMachine({ params }: { params: URLSearchParams }) {
  const moment = useMoment()
  const figures = useThenAndNow(moment.asOf)
  const line = useQuery(timeline)
  const failed = figures.failed ?? (line.error ? line : undefined)
  const { shown } = figures
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
      {!failed && !(shown && line.data) && <LoadingRows />}
      {shown && line.data && (
        <>
          <AsOfTools then={shown.past.books} now={shown.current.books} moment={moment} />
          <div className="mt-3">
            <TakeTable name="time-machine" link={linkAsOf(shown.past.books.asOf.event, params)} />
          </div>
          {line.data.first === null ? (
            <p className="mt-6 border-t border-hair py-6 text-rinse">The shop has no events yet.</p>
          ) : (
            <Scrubber line={line.data} seen={shown.past.books.asOf} moment={moment} />
          )}
          <StateThen shown={shown} moment={moment} isFetched={figures.isFetched} opened={line.data.first} />
        </>
      )}
    </>
  )
}

type StateProps = { shown: ThenAndNow; moment: Moment; isFetched: boolean; opened: string | null }

function StateThen({ shown, moment, isFetched, opened }: StateProps) {
  const { event } = shown.past.books.asOf
  return (
    <div className={`mt-8 grid gap-x-12 gap-y-10 ${moment.asked ? twoColumns : ''}`}>
      <div className={`min-w-0 ${isFetched ? '' : 'opacity-60'}`} aria-busy={!isFetched}>
        <ThenTabs moment={moment} />
        {kindOf(moment.tab) ? (
          <ThingList
            key={moment.tab}
            kind={kindOf(moment.tab)!}
            event={event}
            search={moment.search}
            onFind={moment.find}
          />
        ) : (
          <BooksThen {...shown} moment={moment} opened={opened ?? shown.current.books.asOf.moment} />
        )}
      </div>
      {moment.asked && <Explanation asked={moment.asked} event={event} onClose={() => closeExplanation(moment)} />}
    </div>
  )
}

const twoColumns = 'xl:grid-cols-[minmax(0,622fr)_minmax(0,454fr)]'

function linkAsOf(event: number, params: URLSearchParams) {
  const linked = new URLSearchParams(params)
  linked.set('asOf', String(event))
  return `/analysis/time?${linked}`
}

function closeExplanation({ explain }: Moment) {
  const figure = document.querySelector<HTMLElement>('[data-figure][aria-pressed="true"]')
  explain(undefined)
  figure?.focus()
}
