import type { Timeline } from '@shop/language/analysis/answers'
import { useState } from 'react'
import { AdminButton } from '../../admin/parts/admin-button.tsx'
import { formatMoney } from '../../lib/money.ts'
import { numeral } from '../../lib/numeral.ts'
import { shortMoment } from './moment-words.ts'
import type { Moment } from './use-moment.ts'

const MOST = 50

type MarksProps = { line: Timeline; x: (time: number) => number; chosen: number }

export function TimeMarks({ line: { prices, releases }, x, chosen }: MarksProps) {
  const after = (at: string) => (Date.parse(at) > chosen ? 'text-worn' : 'text-raw')
  return (
    <div className="relative mt-1.5 h-4" aria-hidden="true">
      {prices.map(({ event, at, name, price }) => (
        <i
          key={event}
          title={`${shortMoment(at)}: ${name} costs ${formatMoney(price)}`}
          className={`absolute top-0.5 h-3 border-l-[1.5px] border-current ${after(at)}`}
          style={{ left: x(Date.parse(at)) }}
        />
      ))}
      {releases.map(({ event, at, release }) => (
        <i
          key={event}
          title={`${shortMoment(at)}: release ${release}`}
          className={`absolute top-0.5 size-0 border-y-6 border-l-8 border-y-transparent border-l-current ${after(at)}`}
          style={{ left: x(Date.parse(at)) }}
        />
      ))}
    </div>
  )
}

export function MarkList({ line: { prices, releases }, moment }: Pick<MarksProps, 'line'> & { moment: Moment }) {
  const [most, setMost] = useState(MOST)
  const marks = marksOf({ prices, releases })
  return (
    <details className="type-small mt-1">
      <summary className="inline-flex min-h-11 items-center gap-3 underline lg:min-h-8">
        {counted(prices.length, 'price change')}, {counted(releases.length, 'release')}
      </summary>
      <ul className="border-t border-hair">
        {marks.slice(0, most).map(({ event, at, what }) => (
          <li key={event} className="flex flex-wrap items-center gap-x-4 border-b border-hair">
            <span className="num w-36 text-stone">{shortMoment(at)}</span>
            <span className="min-w-0 flex-1">{what}</span>
            <button
              type="button"
              onClick={() => moment.goTo(String(event))}
              className="num min-h-11 underline decoration-faded hover:decoration-thread lg:min-h-8"
            >
              <span className="sr-only">Go to </span>event {numeral(event)}
            </button>
          </li>
        ))}
      </ul>
      {most < marks.length && (
        <AdminButton variant="quiet" onClick={() => setMost(most + MOST)}>
          Show more
        </AdminButton>
      )}
    </details>
  )
}

const counted = (count: number, what: string) => `${numeral(count)} ${what}${count === 1 ? '' : 's'}`

const marksOf = ({ prices, releases }: Pick<Timeline, 'prices' | 'releases'>) =>
  [
    ...prices.map(({ event, at, name, price }) => ({ event, at, what: `${name} costs ${formatMoney(price)}` })),
    ...releases.map(({ event, at, release }) => ({ event, at, what: `Release ${release} was started` })),
  ].toSorted((one, other) => other.event - one.event)
