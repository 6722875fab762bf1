import type { QuestionParameters } from '@shop/language/api/question-parameters'
import type { Run } from '@shop/language/api/runs'
import { ApiError, api } from '../../lib/api.ts'

/** A question as it is sent. */
export type Asked = Readonly<{
  sql: string
  parameters: QuestionParameters
  /** The last event, by its number or by a moment; all that are copied if absent. */
  asOf?: number | string
  /** What now() is. */
  moment?: string
}>

/** A shop that is busy may miss a call: the answer is asked for again so often, after a pause. */
const MORE_TRIES = 5
const PAUSE_MS = 1_000

/** Asks a question, and tells of its run until that has ended. */
export function startRun(asked: Asked, onChange: (run: Run) => void) {
  let id: string | undefined
  let isCancelled = false

  async function follow(): Promise<Run> {
    let run = await api.post<Run>('/api/analysis/runs', { body: asked })
    id = run.id
    // Each answer comes after a second, or when the run has ended.
    while (run.state === 'running') {
      onChange(run)
      run = await look(pathOf(id))
    }
    return run
  }

  async function look(path: string): Promise<Run> {
    for (let left = MORE_TRIES; ; left--)
      try {
        return await (isCancelled ? api.delete<Run>(path) : api.get<Run>(path))
      } catch (error) {
        if (left === 0 || (error instanceof ApiError && error.isRefusal)) throw error
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
      }
  }

  return {
    ended: follow(),
    cancel() {
      isCancelled = true
      // At once; whoever follows it tries again where this does not arrive.
      if (id) api.delete(pathOf(id)).catch(() => {})
    },
  }
}

const pathOf = (id: string) => `/api/analysis/runs/${id}`
