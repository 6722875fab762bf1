import type { EventType } from '@shop/language/analysis/answers'
import type { CopiedEvent } from '@shop/language/analysis/api'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** The list changes only with the shop's version. */
export const eventTypes = queryOptions({
  queryKey: ['analysis', 'catalog'],
  queryFn: ({ signal }) => api.get<readonly EventType[]>('/api/analysis/catalogue', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

export const seenEvents = (type: string, count: number) =>
  queryOptions({
    queryKey: ['analysis', 'seen', type, count],
    queryFn: async ({ signal }) => {
      const path = `/api/analysis/events?type=${encodeURIComponent(type)}&limit=1`
      const [[first], [last]] = await Promise.all([
        api.get<readonly CopiedEvent[]>(`${path}&oldestFirst=true`, { signal }),
        api.get<readonly CopiedEvent[]>(path, { signal }),
      ])
      return { first: first ?? null, last: last ?? null }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
