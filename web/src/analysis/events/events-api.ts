import type { Histogram } from '@shop/language/analysis/answers'
import type { TailEvent } from '@shop/language/analysis/api'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import type { Between, Filter } from './use-event-filter.ts'

const PAGE = 30

const queryOf = (values: Readonly<Record<string, string | number | undefined>>) =>
  new URLSearchParams(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )

/** The range includes `from`, but not `to`. The API includes `asOf`, but not `after`. So both times are one millisecond earlier. */
const rangeOf = ({ from, to }: Between) => ({ after: justBefore(from), asOf: justBefore(to) })
const justBefore = (time: string | undefined) => time && new Date(Date.parse(time) - 1).toISOString()

export const chosenEvents = (filter: Filter, between: Between) =>
  infiniteQueryOptions({
    queryKey: ['analysis', 'events', filter, between],
    queryFn: ({ pageParam, signal }) => {
      const query = queryOf({ ...filter, ...rangeOf(between), before: pageParam, limit: PAGE })
      return api.get<readonly TailEvent[]>(`/api/analysis/events?${query}`, { signal })
    },
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page: readonly TailEvent[]) => (page.length < PAGE ? undefined : page.at(-1)?.event),
    placeholderData: keepPreviousData,
  })

/** `types` and `inRange` of each bar count the events in the range. The bars are of all time. */
export const histogramOf = (filter: Filter, between: Between) =>
  queryOptions({
    queryKey: ['analysis', 'histogram', filter, between],
    queryFn: ({ signal }) =>
      api.get<Histogram>(`/api/analysis/histogram?${queryOf({ ...filter, ...rangeOf(between) })}`, { signal }),
    placeholderData: keepPreviousData,
  })

export const tailPath = (filter: Filter) => `/api/analysis/tail?${queryOf(filter)}`
