import type { CopiedStream, OrderLife } from '@shop/language/analysis/streams'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

export const PAGE = 25

/** `from` is the version of the page's first event. */
export const copiedStream = (stream: string, from: number) =>
  queryOptions({
    queryKey: ['analysis', 'stream', stream, from],
    queryFn: ({ signal }) =>
      api.get<CopiedStream>(`/api/analysis/streams/${encodeURIComponent(stream)}?from=${from}&limit=${PAGE}`, {
        signal,
      }),
    placeholderData: (before, query) => (query?.queryKey[2] === stream ? keepPreviousData(before) : undefined),
  })

export const orderLife = (order: string) =>
  queryOptions({
    queryKey: ['analysis', 'life', order],
    queryFn: ({ signal }) => api.get<OrderLife>(`/api/analysis/orders/${encodeURIComponent(order)}/life`, { signal }),
  })
