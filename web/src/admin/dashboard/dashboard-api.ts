import type { Dashboard } from '@shop/language/dashboard/api'
import type { OrderCount } from '@shop/language/order/api'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import type { DayRange } from './day-range.ts'

const PATH = '/api/admin/dashboard'
const KEY = ['admin', 'dashboard'] as const

// The shop updates the sums a moment after each change, so every visit fetches them again.
const staleTime = 0

export const dashboardQuery = () =>
  queryOptions({
    queryKey: KEY,
    queryFn: ({ signal }) => api.get<Dashboard>(PATH, { signal }),
    staleTime,
  })

export const orderCountQuery = () =>
  queryOptions({
    queryKey: [...KEY, 'orders'],
    queryFn: ({ signal }) => api.get<OrderCount>('/api/admin/orders/count', { signal }),
    staleTime,
  })

export const dashboardOf = (range: DayRange) =>
  queryOptions({
    queryKey: [...KEY, range],
    queryFn: ({ signal }) => api.get<Dashboard>(`${PATH}?${new URLSearchParams(range)}`, { signal }),
    staleTime,
    placeholderData: keepPreviousData,
  })
