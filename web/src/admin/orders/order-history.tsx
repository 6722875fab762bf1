import type { HistoryEntry } from '@shop/language/order/api'
import type { UseQueryResult } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { NotFetched } from '../parts/not-fetched.tsx'
import { Panel } from '../parts/panel.tsx'
import { SaveAsTest } from '../parts/save-as-test.tsx'
import { HistoryStep } from './history-step.tsx'
import { factInWords, factName, factsAfter } from './history-words.ts'

export type HistoryQuery = UseQueryResult<HistoryEntry[]>

type HistoryProps = { id: string; query: HistoryQuery }

export function OrderHistory({ id, query: { data: history, error, refetch } }: HistoryProps) {
  return (
    <Panel title="History">
      {history ? (
        <>
          <Story history={history} />
          <SaveAsTest stream={`order-${id}`} />
        </>
      ) : (
        <NotFetched error={error} failure="Failed to fetch order details" refetch={refetch} />
      )}
    </Panel>
  )
}

function Story({ history }: { history: readonly HistoryEntry[] }) {
  const [chosen, setChosen] = useState<number>()
  const count = Math.min(chosen ?? history.length, history.length)
  return (
    <>
      <AsItWas history={history} count={count} onCount={(to) => setChosen(to === history.length ? undefined : to)} />
      <ol reversed>
        {history.toReversed().map((entry, index) => (
          <HistoryStep key={entry.eventId} entry={entry} isToCome={history.length - index > count} />
        ))}
      </ol>
    </>
  )
}

type SliderProps = { history: readonly HistoryEntry[]; count: number; onCount: (count: number) => void }

const MOST_TICKS = 40

function AsItWas({ history, count, onCount }: SliderProps) {
  const id = useId()
  const isNow = count === history.length
  const moment = isNow ? 'now, after all steps' : `after ${count} of ${history.length} steps`
  return (
    <div className="mb-6 bg-chalk px-4 pt-3.5 pb-1.5">
      <div className="flex flex-wrap justify-between gap-x-3 text-[0.84375rem] font-[550]">
        <label htmlFor={id}>Show this order as it was</label>
        <span className="num font-medium">{moment}</span>
      </div>
      <div className="relative">
        {history.length <= MOST_TICKS && <Ticks count={history.length} />}
        <input
          id={id}
          type="range"
          className="slider relative"
          min={1}
          max={history.length}
          value={count}
          aria-valuetext={moment}
          style={{ '--share': `${history.length > 1 ? (100 * (count - 1)) / (history.length - 1) : 100}%` } as object}
          onChange={({ target }) => onCount(Number(target.value))}
        />
      </div>
      {!isNow && (
        <dl className="grid grid-cols-[minmax(7rem,auto)_minmax(0,1fr)] gap-x-4 gap-y-1 border-t border-hair py-3 font-mono text-[0.8125rem]">
          {Object.entries(factsAfter(history, count)).map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-stone">{factName(name)}</dt>
              <dd className="wrap-anywhere">{factInWords(value, name)}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}

const Ticks = ({ count }: { count: number }) => (
  <div aria-hidden className="absolute inset-x-[11px] inset-y-0 flex items-center justify-between">
    {Array.from({ length: count }, (_, tick) => (
      <span key={tick} className="h-2 w-px bg-worn" />
    ))}
  </div>
)
