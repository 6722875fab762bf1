import { useQuery } from '@tanstack/react-query'
import { ApiError, api } from '../lib/api.ts'

/** How far the copy of the log is that all analysis reads. */
export type CopyStatus = Readonly<{
  /** While it is made for the first time, or anew: so many of so many events are in it. */
  building?: Readonly<{ done: number; of: number }>
  /** The number of its last event. */
  event: number
  /** So many events of the log are not in it yet. */
  behind: number
  tables: readonly Readonly<{ name: string; events: number }>[]
}>

const LOOK_EVERY_MS = 5_000

export function useCopyStatus() {
  const { data, error } = useQuery({
    queryKey: ['analysis', 'status'],
    queryFn: ({ signal }) => api.get<CopyStatus>('/api/analysis/status', { signal }),
    refetchInterval: LOOK_EVERY_MS,
    retry: false,
  })
  // A shop without it has no such address, or nobody who answers there.
  const isAway = error instanceof ApiError && (error.status === 404 || error.status === 503)
  return { status: data, isAway, hasFailed: error !== null && !isAway }
}
