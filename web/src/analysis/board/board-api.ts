import type { RunAnswer } from '@shop/language/analysis/runs'
import type { SavedQuestion } from '@shop/language/question/api'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { type Asked, startRun } from '../questions/start-run.ts'
import { RunFailed } from '../questions/take-answer.ts'
import { shownComparison } from '../reducer/shown-comparison.ts'

const PATH = '/api/analysis/board'

export const boardQuestions = queryOptions({
  queryKey: ['analysis', 'board'],
  queryFn: ({ signal }) => api.get<readonly SavedQuestion[]>(PATH, { signal }),
})

/** Puts a saved question or rule on the board, or moves it. `place`: by default the last place. */
export const putOnBoard = (name: string, place: number | undefined, idempotencyKey: string) =>
  api.put<{ name: string; place: number }>(`${PATH}/${name}`, {
    body: place === undefined ? {} : { place },
    idempotencyKey,
  })

export const takeOffBoard = (name: string, idempotencyKey: string) =>
  api.delete<unknown>(`${PATH}/${name}`, { idempotencyKey })

/** The saved questions and rules, newest first, at most 200. */
export const choosableQuestions = queryOptions({
  queryKey: ['analysis', 'questions', 'choosable'],
  queryFn: ({ signal }) => api.get<readonly SavedQuestion[]>('/api/analysis/questions?limit=200', { signal }),
})

/** The answer as of an event or a moment. It never becomes stale, because events never change. */
export const boardAnswer = (
  { name, version, sql, parameters, rule }: SavedQuestion,
  asOf: number | string | undefined,
) =>
  queryOptions({
    queryKey: ['analysis', 'board', 'answer', name, version, asOf],
    queryFn: ({ signal }) =>
      inTurn(() => answerOf({ ...(rule ?? { sql: sql ?? '', parameters: parameters ?? {} }), asOf: asOf! }, signal)),
    enabled: (sql ?? rule) !== null && asOf !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    // An answer can take 4 MiB of memory, so it is soon dropped.
    gcTime: 60_000,
    retry: false,
  })

let last: Promise<unknown> = Promise.resolve()

/** Runs one question after another, because the shop limits an analyst's simultaneous questions. */
function inTurn<Result>(ask: () => Promise<Result>): Promise<Result> {
  const mine = last.then(ask)
  last = mine.catch(() => {})
  return mine
}

async function answerOf(asked: Asked, signal: AbortSignal): Promise<RunAnswer> {
  signal.throwIfAborted()
  const { ended, cancel } = startRun(asked, () => {})
  signal.addEventListener('abort', cancel, { once: true })
  const { answer, failure } = await ended
  if (failure) throw new RunFailed(failure)
  return 'reducer' in asked ? shownComparison(answer!, asked) : answer!
}
