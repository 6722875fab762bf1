import { useQuery } from '@tanstack/react-query'
import { api } from '../lib/api.ts'
import { AsOfEvent } from './as-of-event.tsx'
import { pagesAsOf } from './pages-as-of.ts'

const LOOK_EVERY_MS = 5_000

/** Shows as of which event the admin's pages are, and how far they are behind the log. */
export function ConsistencyMeter() {
  const { data } = useQuery({
    queryKey: ['admin', 'consistency'],
    queryFn: ({ signal }) => pagesAsOf((path) => api.get(path, { signal })),
    refetchInterval: LOOK_EVERY_MS,
  })
  return data ? <AsOfEvent {...data} /> : null
}
