import type { AnalysisStatus } from '@shop/language/analysis/api'
import { useQuery } from '@tanstack/react-query'
import { ApiError, api } from '../lib/api.ts'

const LOOK_EVERY_MS = 5_000

export const statusKey = ['analysis', 'status']

/** Starts a comparison of the whole log with the copy, which also computes the log's head as of `event`. */
export const verifyLog = (event?: number) => api.post('/api/analysis/log-check', { body: { event } })

export function useCopyStatus() {
  const { data, error } = useQuery({
    queryKey: statusKey,
    queryFn: ({ signal }) => api.get<AnalysisStatus>('/api/analysis/status', { signal }),
    refetchInterval: LOOK_EVERY_MS,
    retry: false,
  })
  // If analysis is off, not installed or starting, the shop answers 503.
  const isAway = error instanceof ApiError && error.status === 503
  return { status: data, isAway, hasFailed: error !== null && !isAway }
}
