import type { Run } from '@shop/language/analysis/runs'
import type { QuestionParameters } from '@shop/language/question/parameters'
import { ApiError, api } from '../../lib/api.ts'
import { lasting } from '../../lib/storage.ts'

export type AskedSql = Readonly<{
  sql: string
  parameters: QuestionParameters
  /** The last event that the question can see: its number or a moment. By default, the last copied event. */
  asOf?: number | string
  /** The value of now(). */
  moment?: string
  /** Writes all rows to files, for an export. */
  format?: 'parquet' | 'ndjson'
}>

export type AskedRule = Readonly<{
  reducer: string
  against?: { reducer: string } | { projection: string } | undefined
  types: string[]
  from: number
  asOf?: number | string
}>
export type Asked = AskedSql | AskedRule

/** How often a call without an answer is retried. After the run has started, a call is also retried if the shop is busy or fails. */
const MORE_TRIES = 5
const PAUSE_MS = 1_000

/** Resolves when all cancelled runs have ended. Until then, cancelled runs count for the analyst's limit of runs. */
let cancelled: Promise<unknown> = Promise.resolve()

export function startRun(asked: Asked, onChange: (run: Run) => void) {
  let id: string | undefined
  let isCancelled = false

  async function follow(): Promise<Run> {
    await cancelled
    if (isCancelled) return NEVER_STARTED
    // A retry with the same key returns the same run if the first answer was lost.
    const idempotencyKey = crypto.randomUUID()
    let run = await again(
      () => api.post<Run>('reducer' in asked ? RULES : RUNS, { body: asked, idempotencyKey }),
      isUnanswered,
    )
    id = run.id
    // The shop answers each GET after a second, or earlier if the run has ended.
    while (run.state === 'running') {
      onChange(run)
      const path = pathOf(id)
      run = await again(() => (isCancelled ? api.delete<Run>(path) : api.get<Run>(path)), isNoRefusal)
    }
    return run
  }

  const onLeave = () => id && deleteWhileLeaving(pathOf(id))
  addEventListener('pagehide', onLeave)
  const ended = follow().finally(() => removeEventListener('pagehide', onLeave))
  return {
    ended,
    cancel() {
      isCancelled = true
      cancelled = Promise.allSettled([cancelled, ended])
      // If this call fails, `follow` cancels the run later.
      if (id) api.delete(pathOf(id)).catch(() => {})
    },
  }
}

const RUNS = '/api/analysis/runs'
const RULES = '/api/analysis/reducers'
const pathOf = (id: string) => `${RUNS}/${id}`

const NEVER_STARTED: Run = {
  id: '',
  state: 'failed',
  failure: { reason: 'cancelled', message: 'The question was cancelled' },
}

function deleteWhileLeaving(path: string) {
  const headers = { authorization: `Bearer ${lasting.getItem('token')}` }
  fetch(path, { method: 'DELETE', headers, keepalive: true }).catch(() => {})
}

async function again(call: () => Promise<Run>, isWorthIt: (error: unknown) => boolean): Promise<Run> {
  for (let left = MORE_TRIES; ; left--)
    try {
      return await call()
    } catch (error) {
      if (left === 0 || !isWorthIt(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
}

const isUnanswered = (error: unknown) => error instanceof ApiError && error.status === 0
const isNoRefusal = (error: unknown) => !(error instanceof ApiError && error.isRefusal)
