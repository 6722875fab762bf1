import { useQuery } from '@tanstack/react-query'
import { AdminFailure } from '../../admin/parts/admin-failure.tsx'
import { LoadingRows } from '../../admin/parts/loading-rows.tsx'
import { useCopyStatus } from '../analysis-status.ts'
import { eventTypes } from '../catalog/catalog-api.ts'
import { EventCount } from '../event-count.tsx'

type ChoiceProps = { chosen: readonly string[]; onChoose: (types: readonly string[]) => void }

/** Without a choice, all types are used. */
export function TypeChoice({ chosen, onChoose }: ChoiceProps) {
  const { data, error, isPending, refetch } = useQuery(eventTypes)
  const { status } = useCopyStatus()
  const counts = new Map(status?.tables.map(({ name, events }) => [name, events]))
  return (
    <details className="mb-6">
      <summary className="min-h-11 cursor-pointer border-t border-raw py-2.5 font-[550] hover:bg-chalk">
        Types of events{' '}
        <span className="type-small font-normal text-stone">
          {chosen.length === 0 ? 'all' : `${chosen.length} chosen`}
        </span>
      </summary>
      {isPending && <LoadingRows />}
      <AdminFailure error={error} fallback="Failed to fetch the types of events" onRetry={() => void refetch()} />
      <fieldset className="grid gap-x-8 pt-2 pb-3 sm:grid-cols-2 xl:grid-cols-3">
        <legend className="sr-only">Types of events</legend>
        {data?.map(({ type }) => (
          <label key={type} className="flex min-h-11 cursor-pointer items-center gap-2.5 lg:min-h-8">
            <input
              type="checkbox"
              className="tick"
              checked={chosen.includes(type)}
              onChange={({ target }) =>
                onChoose(target.checked ? [...chosen, type] : chosen.filter((one) => one !== type))
              }
            />
            <span className="min-w-0 flex-1 wrap-anywhere">{type}</span>
            {status && <EventCount count={counts.get(type) ?? 0} />}
          </label>
        ))}
      </fieldset>
    </details>
  )
}
