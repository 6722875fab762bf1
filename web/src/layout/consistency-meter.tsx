import { useQuery } from '@tanstack/react-query'
import { api } from '../lib/api.ts'
import { AsOfEvent } from './as-of-event.tsx'
import { pagesAsOf } from './pages-as-of.ts'

const LOOK_EVERY_MS = 5_000

/** Shows the newest event that the admin's pages include, and how many later events the log has. */
export function ConsistencyMeter() {
  const { data } = useQuery({
    queryKey: ['admin', 'consistency'],
    queryFn: ({ signal }) => pagesAsOf((path) => api.get(path, { signal })),
    refetchInterval: LOOK_EVERY_MS,
  })
  return data ? <AsOfEvent {...data} /> : null
}
