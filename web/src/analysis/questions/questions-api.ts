import type { CopiedEvent } from '@shop/language/analysis/api'
import type { Evidence, EvidenceRow } from '@shop/language/analysis/evidence'
import { MOST_EVIDENCE } from '@shop/language/limits'
import type { SavedQuestion } from '@shop/language/question/api'
import type { Rule } from '@shop/language/question/rule'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, type Page } from '../../lib/api.ts'

const PATH = '/api/analysis/questions'

export const SAVED = ['analysis', 'questions']

export const savedQuestions = (kind: SavedQuestion['kind']) =>
  infiniteQueryOptions({
    queryKey: [...SAVED, kind],
    queryFn: ({ pageParam, signal }) => api.page<SavedQuestion>(pageParam, { signal }),
    initialPageParam: `${PATH}?kind=${kind}&limit=20`,
    getNextPageParam: ({ next }: Page<SavedQuestion>) => next,
  })

export const savedQuestion = (name: string, version: number | undefined) =>
  queryOptions({
    queryKey: ['analysis', 'question', name, version],
    queryFn: ({ signal }) =>
      api.get<SavedQuestion>(`${PATH}/${encodeURIComponent(name)}${version ? `?version=${version}` : ''}`, { signal }),
    // Another analyst may have saved a new version, so each opening fetches the question.
    gcTime: 0,
  })

export type Savable = (Pick<SavedQuestion, 'parameters'> & Readonly<{ sql: string }>) | Rule

export const saveQuestion = (body: Savable & Readonly<{ name: string }>, idempotencyKey: string) =>
  api.post<SavedQuestion>('reducer' in body ? '/api/analysis/rules' : PATH, { body, idempotencyKey })

export const renameQuestion = (name: string, newName: string, idempotencyKey: string) =>
  api.put<SavedQuestion>(`${PATH}/${name}`, { body: { name: newName }, idempotencyKey })

export const deleteQuestion = (name: string, idempotencyKey: string) =>
  api.delete<unknown>(`${PATH}/${name}`, { idempotencyKey })

/** Null if the event is not copied yet. A copied event never changes, so it is fetched once. */
export const copiedEvent = (number: number) =>
  queryOptions({
    queryKey: ['analysis', 'event', number],
    queryFn: async ({ signal }) => {
      const [newest] = await api.get<readonly CopiedEvent[]>(`/api/analysis/events?asOf=${number}&limit=1`, { signal })
      return newest?.event === number ? newest : null
    },
    staleTime: ({ state }) => (state.data ? Number.POSITIVE_INFINITY : 0),
  })

const FIRST = 50
export const MOST_ROWS = 50 * MOST_EVIDENCE

/** `asOf`: the last event that the answer could see. `product`: the product whose pieces are wanted. */
type About = Readonly<{ asOf: number; product?: string | undefined }>

function evidenceOf(events: readonly number[], { asOf, product }: About, signal?: AbortSignal) {
  const query = new URLSearchParams({ events: events.join(), asOf: String(asOf), ...(product && { product }) })
  return api.get<Evidence>(`/api/analysis/evidence?${query}`, { ...(signal && { signal }) })
}

export const shownEvidence = (events: readonly number[], about: About) =>
  infiniteQueryOptions({
    queryKey: ['analysis', 'evidence', about, events.join()],
    queryFn: ({ pageParam: from, signal }) => evidenceOf(events.slice(from, endOf(from)), about, signal),
    initialPageParam: 0,
    getNextPageParam: (_page, _pages, from) => (endOf(from) < events.length ? endOf(from) : undefined),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const endOf = (from: number) => (from === 0 ? FIRST : from + MOST_EVIDENCE)

export async function manyEvidence(events: readonly number[], about: About): Promise<readonly EvidenceRow[]> {
  const rows: EvidenceRow[] = []
  for (let from = 0; from < Math.min(events.length, MOST_ROWS); from += MOST_EVIDENCE)
    rows.push(...(await evidenceOf(events.slice(from, from + MOST_EVIDENCE), about)).rows)
  return rows
}
