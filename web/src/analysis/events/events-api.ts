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

/** The API excludes the time `after` itself, so `after` is one millisecond before the range. */
const afterOf = (from: string | undefined) => from && new Date(Date.parse(from) - 1).toISOString()

export const chosenEvents = (filter: Filter, { from, to }: Between) =>
  infiniteQueryOptions({
    queryKey: ['analysis', 'events', filter, { from, to }],
    queryFn: ({ pageParam, signal }) => {
      const query = queryOf({ ...filter, after: afterOf(from), asOf: to, before: pageParam, limit: PAGE })
      return api.get<readonly TailEvent[]>(`/api/analysis/events?${query}`, { signal })
    },
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page: readonly TailEvent[]) => (page.length < PAGE ? undefined : page.at(-1)?.event),
    placeholderData: keepPreviousData,
  })

/** `types` counts only events in the range. `bars` counts events of all time. */
export const histogramOf = (filter: Filter, { from, to }: Between) =>
  queryOptions({
    queryKey: ['analysis', 'histogram', filter, { from, to }],
    queryFn: ({ signal }) =>
      api.get<Histogram>(`/api/analysis/histogram?${queryOf({ ...filter, after: afterOf(from), asOf: to })}`, {
        signal,
      }),
    placeholderData: keepPreviousData,
  })

export const tailPath = (filter: Filter) => `/api/analysis/tail?${queryOf(filter)}`
