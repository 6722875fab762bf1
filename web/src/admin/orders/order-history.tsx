import type { HistoryEntry } from '@shop/language/order/api'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { NotFetched } from '../parts/not-fetched.tsx'
import { Panel } from '../parts/panel.tsx'
import { SaveAsTest } from '../parts/save-as-test.tsx'
import { AsItWas } from './as-it-was.tsx'
import { HistoryStep } from './history-step.tsx'

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
