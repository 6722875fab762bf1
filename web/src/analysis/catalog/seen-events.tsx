import type { CopiedEvent } from '@shop/language/analysis/api'
import { useQuery } from '@tanstack/react-query'
import { AdminFailure } from '../../admin/parts/admin-failure.tsx'
import { numeral } from '../../lib/numeral.ts'
import { Loading } from '../../ui/skeleton.tsx'
import { seenEvents } from './catalog-api.ts'

export function SeenEvents({ type, count }: { type: string; count: number }) {
  const { data, error, isLoading, refetch } = useQuery(seenEvents(type, count))
  if (isLoading) return <Loading />
  return (
    <div>
      <AdminFailure error={error} fallback="Failed to fetch the events of this type" onRetry={() => void refetch()} />
      {data?.first && data.last && (
        <>
          <dl className="type-small flex flex-wrap gap-x-10 gap-y-3">
            <Seen label="First seen" event={data.first} />
            <Seen label="Last seen" event={data.last} />
          </dl>
          <p className="type-small mt-3 text-stone">Sample: event {numeral(data.last.event)}</p>
          <pre className="type-small mt-1 whitespace-pre-wrap wrap-anywhere">
            {JSON.stringify(data.last.data, null, 2)}
          </pre>
        </>
      )}
    </div>
  )
}

const Seen = ({ label, event: { recordedAt, event } }: { label: string; event: CopiedEvent }) => (
  <div>
    <dt className="text-stone">{label}</dt>
    <dd className="num">
      {recordedAt ? `${recordedAt.slice(0, 19).replace('T', ' ')} UTC` : 'At an unknown time'}, event {numeral(event)}
    </dd>
  </div>
)
