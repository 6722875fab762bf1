import type { Explained } from '@shop/language/analysis/explain'
import { useInfiniteQuery } from '@tanstack/react-query'
import { AdminButton, AdminButtonLink } from '../../admin/parts/admin-button.tsx'
import { AdminFailure } from '../../admin/parts/admin-failure.tsx'
import { AdminTable } from '../../admin/parts/admin-table.tsx'
import { LoadingRows } from '../../admin/parts/loading-rows.tsx'
import { ShowMore } from '../../admin/parts/show-more.tsx'
import { dayInWords } from '../../lib/day-in-words.ts'
import { eventCount, numeral } from '../../lib/numeral.ts'
import { Badge } from '../../ui/badge.tsx'
import { ResultMessage } from '../../ui/result-message.tsx'
import { EventDetails } from '../event-details.tsx'
import { addressOf } from '../questions/question-address.ts'
import { netRevenueSql } from '../questions/sql/net-revenue.ts'
import { TakeTable } from '../take-table.tsx'
import { said, signed } from './figures-table.tsx'
import { shortMoment } from './moment-words.ts'
import { type Asked, explained } from './time-api.ts'

type ExplanationProps = { asked: Asked; event: number; onClose: () => void }

export function Explanation({ asked, event, onClose }: ExplanationProps) {
  const query = useInfiniteQuery(explained(asked, event))
  const first = query.data?.pages[0]
  return (
    <section aria-labelledby="explanation" className="min-w-0">
      <ResultMessage about={[asked.figure, asked.from, asked.to].join()}>
        <div className="flex min-h-11 items-center justify-between gap-4 border-b border-raw">
          <h2 id="explanation" className="type-h4">
            Explain: {titleOf(asked)}
          </h2>
          <AdminButton variant="quiet" onClick={onClose}>
            Close
          </AdminButton>
        </div>
      </ResultMessage>
      {query.isPending && <LoadingRows />}
      <AdminFailure
        error={query.error}
        fallback="The explanation could not be fetched"
        onRetry={() => void query.refetch()}
      />
      {first && <Sum asked={asked} {...first} />}
      {first && first.events > 0 && (
        <>
          <h3 className="type-h4 mt-6 mb-1">The events, newest first</h3>
          <ul className="border-t border-hair">
            {query.data?.pages
              .flatMap(({ page }) => page)
              .map((one) => (
                <EventDetails
                  key={one.event}
                  number={one.event}
                  end={<span className="num ml-auto whitespace-nowrap">{signed(asked, one.adds)}</span>}
                >
                  <span className="text-stone">{shortMoment(one.recordedAt)}</span> {words[one.reason]}
                </EventDetails>
              ))}
          </ul>
          <ShowMore query={query} />
        </>
      )}
    </section>
  )
}

type SumProps = { asked: Asked } & Explained

function Sum({ asked, value, events, groups, asOf }: SumProps) {
  const together = groups.reduce((sum, { adds }) => sum + Math.round(adds * 100), 0)
  const most = Math.max(...groups.map(({ adds }) => Math.abs(adds)), 1)
  return (
    <>
      <p className="num mt-3.5 text-[clamp(32px,3vw,44px)] leading-[1.05] font-medium tracking-[-0.02em] font-stretch-75%">
        {said(asked, value)}
      </p>
      <p className="type-small text-rinse">
        comes from {eventCount(events)} among the first {numeral(asOf.event)}.
      </p>
      {groups.length > 0 && (
        <AdminTable
          className="num mt-2.5"
          columns={['What', { title: 'Events', end: true }, { title: 'Adds', end: true }]}
        >
          {groups.map(({ reason, events, adds }) => (
            <tr key={reason}>
              <td>
                {words[reason]}
                <span aria-hidden className="mt-1 block h-1.5 bg-chalk">
                  <span
                    className={`block h-1.5 ${adds < 0 ? 'bg-vat-3' : 'bg-vat'}`}
                    style={{ width: `${(100 * Math.abs(adds)) / most}%` }}
                  />
                </span>
              </td>
              <td data-end className="text-stone">
                {numeral(events)}
              </td>
              <td data-end className="whitespace-nowrap">
                {signed(asked, adds)}
              </td>
            </tr>
          ))}
          <tr className="font-semibold">
            <td>Sum</td>
            <td data-end>{numeral(events)}</td>
            <td data-end>{said(asked, together / 100)}</td>
          </tr>
        </AdminTable>
      )}
      {groups.length > 0 && (
        <div className="mt-4">
          <TakeTable
            about="of the explanation"
            name={`explained-as-of-${asOf.event}`}
            cells={() => [
              ['What', 'Events', 'Adds'],
              ...groups.map(({ reason, events, adds }) => [words[reason], events, adds]),
            ]}
          />
        </div>
      )}
      <AdminButtonLink variant="outline" to={questionAsOf(asOf.event)} className="mt-2">
        Open as a question
      </AdminButtonLink>
      {together === Math.round(value * 100) && (
        <p className="mt-3">
          <Badge tone="ok">The events add up to this figure</Badge>
        </p>
      )}
    </>
  )
}

const questionAsOf = (event: number) =>
  `/analysis/questions${addressOf({ sql: '' }, { sql: netRevenueSql, typed: {}, asOf: String(event) }, false)}`

const words: Readonly<Record<Explained['groups'][number]['reason'], string>> = {
  placed: 'Order placed',
  cancelled: 'Order cancelled',
  reopened: 'Cancellation undone',
  refunded: 'Refunded',
  'refund failed': 'Refund failed',
  deleted: 'Order deleted',
  restored: 'Order restored',
}

const names = { revenue: 'revenue', netRevenue: 'net revenue', orders: 'orders' } as const

function titleOf({ figure, from, to }: Asked) {
  if (!from || !to) return `${names[figure]} up to the chosen moment`
  return `${names[figure]} of ${from === to ? dayInWords(from) : `${dayInWords(from)} to ${dayInWords(to)}`}`
}
