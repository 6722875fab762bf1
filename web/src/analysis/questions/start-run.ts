import type { Run } from '@shop/language/analysis/runs'
import type { QuestionParameters } from '@shop/language/question/parameters'
import { ApiError, api } from '../../lib/api.ts'

/** A question in SQL, as the API expects it. */
export type AskedSql = Readonly<{
  sql: string
  parameters: QuestionParameters
  /** The last event that the question can see, as its number or a moment. By default, the question can see all copied events. */
  asOf?: number | string
  /** The value of now(). */
  moment?: string
  /** Writes all rows to files, for an export. */
  format?: 'parquet' | 'ndjson'
}>

/** A rule, as the API expects it. */
export type AskedRule = Readonly<{
  reducer: string
  against?: { reducer: string } | { projection: string } | undefined
  types: string[]
  from: number
  asOf?: number | string
}>
export type Asked = AskedSql | AskedRule

/**
 * How often a call is retried if it gets no answer. After the run has started, a call is also retried if the shop is busy or fails. Each
 * retry waits for `PAUSE_MS`.
 */
const MORE_TRIES = 5
const PAUSE_MS = 1_000

/** Starts a run and reports its progress until it has ended. */
export function startRun(asked: Asked, onChange: (run: Run) => void) {
  let id: string | undefined
  let isCancelled = false

  async function follow(): Promise<Run> {
    // If the answer to the first try is lost, a retry with the same key returns the run that the first try has started. So the page can
    // still cancel this run.
    const idempotencyKey = crypto.randomUUID()
    let run = await again(
      () => api.post<Run>('reducer' in asked ? RULES : RUNS, { body: asked, idempotencyKey }),
      isUnanswered,
    )
    id = run.id
    // The shop answers each call after a second, or earlier if the run has ended.
    while (run.state === 'running') {
      onChange(run)
      const path = pathOf(id)
      run = await again(() => (isCancelled ? api.delete<Run>(path) : api.get<Run>(path)), isNoRefusal)
    }
    return run
  }

  return {
    ended: follow(),
    cancel() {
      isCancelled = true
      // Cancels the run immediately. If this call fails, `follow` cancels the run later.
      if (id) api.delete(pathOf(id)).catch(() => {})
    },
  }
}

const RUNS = '/api/analysis/runs'
const RULES = '/api/analysis/reducers'
const pathOf = (id: string) => `${RUNS}/${id}`

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
