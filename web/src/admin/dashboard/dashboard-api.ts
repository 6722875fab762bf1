import type { Dashboard } from '@shop/language/api/dashboard'
import type { OrderCount } from '@shop/language/api/orders'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import type { DayRange } from './day-range.ts'

const PATH = '/api/admin/dashboard'
const KEY = ['admin', 'dashboard'] as const

// Its sums may come a moment after what was done: they are asked for again at every visit.
const staleTime = 0

export const dashboardQuery = () =>
  queryOptions({
    queryKey: KEY,
    queryFn: ({ signal }) => api.get<Dashboard>(PATH, { signal }),
    staleTime,
  })

/** How many orders there are in all, as the dashboard counts them. */
export const orderCountQuery = () =>
  queryOptions({
    queryKey: [...KEY, 'orders'],
    queryFn: ({ signal }) => api.get<OrderCount>('/api/admin/orders/count', { signal }),
    staleTime,
  })

/** With the sums of these days; whatever makes the dashboard stale makes it stale. */
export const dashboardOf = (range: DayRange) =>
  queryOptions({
    queryKey: [...KEY, range],
    queryFn: ({ signal }) => api.get<Dashboard>(`${PATH}?${new URLSearchParams(range)}`, { signal }),
    staleTime,
    placeholderData: keepPreviousData,
  })
