import type { TailEvent } from '@shop/language/analysis/api'
import type { Histogram } from '@shop/language/analysis/timeline'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import type { Between, Filter } from './use-event-filter.ts'

const PAGE = 30

const queryOf = (values: Readonly<Record<string, string | number | undefined>>) =>
  new URLSearchParams(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )

/** The newest events that match. */
export const chosenEvents = (filter: Filter, { from, to }: Between) =>
  infiniteQueryOptions({
    queryKey: ['analysis', 'events', filter, { from, to }],
    queryFn: ({ pageParam, signal }) => {
      // The API excludes the time `after` itself, so `after` is one millisecond before the range.
      const after = from && new Date(Date.parse(from) - 1).toISOString()
      const query = queryOf({ ...filter, after, asOf: to, before: pageParam, limit: PAGE })
      return api.get<readonly TailEvent[]>(`/api/analysis/events?${query}`, { signal })
    },
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page: readonly TailEvent[]) => (page.length < PAGE ? undefined : page.at(-1)?.event),
    placeholderData: keepPreviousData,
  })

export const histogramOf = (filter: Filter) =>
  queryOptions({
    queryKey: ['analysis', 'histogram', filter],
    queryFn: ({ signal }) => api.get<Histogram>(`/api/analysis/histogram?${queryOf(filter)}`, { signal }),
    placeholderData: keepPreviousData,
  })

export const tailPath = (filter: Filter) => `/api/analysis/tail?${queryOf(filter)}`
