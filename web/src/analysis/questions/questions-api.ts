import type { CopiedEvent } from '@shop/language/analysis/api'
import type { SavedQuestion } from '@shop/language/question/api'
import type { Rule } from '@shop/language/question/rule'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, type Page } from '../../lib/api.ts'

const PATH = '/api/analysis/questions'

/** The keys of all lists of saved questions and rules begin with these words. */
export const SAVED = ['analysis', 'questions']

/** The newest version of each saved question or rule, the last saved first. */
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

/** What is saved under a name: a question or a rule. */
export type Savable = (Pick<SavedQuestion, 'parameters'> & Readonly<{ sql: string }>) | Rule

export const saveQuestion = (body: Savable & Readonly<{ name: string }>, idempotencyKey: string) =>
  api.post<SavedQuestion>('reducer' in body ? '/api/analysis/rules' : PATH, { body, idempotencyKey })

export const renameQuestion = (name: string, newName: string, idempotencyKey: string) =>
  api.put<SavedQuestion>(`${PATH}/${name}`, { body: { name: newName }, idempotencyKey })

export const deleteQuestion = (name: string, idempotencyKey: string) =>
  api.delete<unknown>(`${PATH}/${name}`, { idempotencyKey })

/** The event with this number or, if the copy lacks it, the newest copied event before it. Events never change, so it is fetched once. */
export const copiedEvent = (number: number) =>
  queryOptions({
    queryKey: ['analysis', 'event', number],
    queryFn: async ({ signal }) => {
      const [event] = await api.get<readonly CopiedEvent[]>(`/api/analysis/events?asOf=${number}&limit=1`, { signal })
      return event ?? null
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
