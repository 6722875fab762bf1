import type { EventType } from '@shop/language/api/event-types'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** Every kind of event. It changes with the shop's version alone. */
export const eventTypes = queryOptions({
  queryKey: ['analysis', 'catalogue'],
  queryFn: ({ signal }) => api.get<readonly EventType[]>('/api/analysis/catalogue', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})
