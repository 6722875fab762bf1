import type { Timeline } from '@shop/language/analysis/answers'
import type { ActivityAsOf, BooksAsOf } from '@shop/language/analysis/api'
import type { Explained } from '@shop/language/analysis/explain'
import type { Thing, ThingAtTwoMoments, ThingKind, ThingsAsOf } from '@shop/language/analysis/things'
import type { Figure } from '@shop/language/dashboard/figures'
import { MAX_LISTED } from '@shop/language/limits'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** The number of an event, or a moment. Undefined means now. */
export type AsOf = string | undefined
/** A figure of the dashboard. Without days, the figure covers all days. */
export type Asked = Readonly<{ figure: Figure; from?: string; to?: string }>
type Days = Readonly<{ from?: string | undefined; to?: string | undefined }>

const PAGE = 20
/** The copy of the log grows, so "now" is refetched at this interval. */
const NOW_EVERY_MS = 10_000
/** Activity is refetched less often, because counting it takes the shop much longer. */
const ACTIVITY_EVERY_MS = 60_000

const withQuery = (path: string, query: Readonly<Record<string, string | number | undefined>>) => {
  const known = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  return `/api/analysis/${path}?${new URLSearchParams(known)}`
}

export const timeline = queryOptions({
  queryKey: ['analysis', 'timeline'],
  queryFn: ({ signal }) => api.get<Timeline>('/api/analysis/timeline', { signal }),
  refetchInterval: NOW_EVERY_MS,
})

const isOf = (key: readonly unknown[] | undefined, asked: unknown) => JSON.stringify(key?.[2]) === JSON.stringify(asked)

/** The figures as of a moment. By default, the period is the `DASHBOARD_DAYS` days up to the moment. */
export const booksAsOf = (asOf: AsOf, days: Days = {}) =>
  queryOptions({
    queryKey: ['analysis', 'dashboard', asOf, days],
    queryFn: ({ signal }) => api.get<BooksAsOf>(withQuery('dashboard', { asOf, ...days }), { signal }),
    ...(asOf === undefined && { refetchInterval: NOW_EVERY_MS }),
  })

export const activityAsOf = (asOf: AsOf) =>
  queryOptions({
    queryKey: ['analysis', 'activity', asOf],
    queryFn: ({ signal }) => api.get<ActivityAsOf>(withQuery('activity', { asOf }), { signal }),
    ...(asOf === undefined && { refetchInterval: ACTIVITY_EVERY_MS }),
  })

export const explained = (asked: Asked, event: number) =>
  infiniteQueryOptions({
    queryKey: ['analysis', 'explain', asked, event],
    queryFn: ({ pageParam, signal }) =>
      api.get<Explained>(withQuery('explain', { ...asked, asOf: event, before: pageParam, limit: PAGE }), { signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ page }: Explained) => (page.length < PAGE ? undefined : page.at(-1)?.event),
    placeholderData: (before, query) => (isOf(query?.queryKey, asked) ? before : undefined),
  })

/** A longer list would be unreadable, and would keep the shop busy. */
export const MOST_THINGS = 10 * MAX_LISTED

export async function manyThings(kind: ThingKind, event: number, search: string): Promise<readonly Thing[]> {
  const things: Thing[] = []
  let cursor: string | undefined
  do {
    const path = withQuery(`things/${kind}`, { asOf: event, limit: MAX_LISTED, cursor, search: search || undefined })
    const page = await api.get<ThingsAsOf>(path)
    things.push(...page.things)
    cursor = page.next
  } while (cursor !== undefined && things.length < MOST_THINGS)
  return things.slice(0, MOST_THINGS)
}

/** How many things a form offers. */
const FEW = 8

export const fewThings = (kind: ThingKind, search: string, asOf: AsOf) =>
  queryOptions({
    queryKey: ['analysis', 'few things', kind, search, asOf],
    queryFn: ({ signal }) => api.get<ThingsAsOf>(withQuery(`things/${kind}`, { asOf, limit: FEW, search }), { signal }),
    placeholderData: (before, query) => (query?.queryKey[2] === kind ? before : undefined),
  })

/** `search` selects things by words, such as a name or an id. */
export const thingsAsOf = (kind: ThingKind, event: number, search: string) =>
  infiniteQueryOptions({
    queryKey: ['analysis', 'things', kind, event, search],
    queryFn: ({ pageParam, signal }) =>
      api.get<ThingsAsOf>(
        withQuery(`things/${kind}`, { asOf: event, limit: PAGE, cursor: pageParam, search: search || undefined }),
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    placeholderData: (before, query) => (isOf(query?.queryKey, kind) ? before : undefined),
  })

export type Compared = Readonly<{ kind: ThingKind; id: string; from: AsOf; to: AsOf }>

export const atTwoMoments = ({ kind, id, from, to }: Compared) =>
  queryOptions({
    queryKey: ['analysis', 'changes', kind, id, from, to],
    queryFn: ({ signal }) =>
      api.get<ThingAtTwoMoments>(withQuery(`things/${kind}/${encodeURIComponent(id)}/changes`, { from, to }), {
        signal,
      }),
  })
