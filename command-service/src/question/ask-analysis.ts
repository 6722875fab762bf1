import { setTimeout as sleep } from 'node:timers/promises'
import type { Run } from '@shop/language/analysis/runs'
import type { QuestionParameters } from '@shop/language/question/parameters'

const CALL_MS = 10_000
/** The analysis room ends each question after a minute. */
const LONGEST_MS = 90_000
const PAUSE_MS = 200

type MailedRun = Readonly<{ sql: string; parameters: QuestionParameters; asOf: string }>

/**
 * Asks the analysis room a question with the rights of the account in the token. 'later': the room does not answer or is busy, or its copy
 * of the log does not reach `asOf` yet. 'refused': the account may not ask.
 */
export type AskAnalysis = (asked: MailedRun, token: string, id: string) => Promise<Run | 'later' | 'refused'>

export const noAnalysis: AskAnalysis = async () => 'later'

/** `origin` returns the address of the analysis room, or undefined while the room does not run. */
export function createAskAnalysis(origin: () => string | undefined): AskAnalysis {
  return async (asked, token, id) => {
    const at = origin()
    if (at === undefined) return 'later'
    const call = async (path: string, body?: unknown) =>
      fetch(at + path, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': id },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(CALL_MS),
      })
    try {
      const newest = await call('/analysis/events?limit=1')
      if (!newest.ok) return refusedBy(newest)
      const [event] = (await newest.json()) as readonly { recordedAt: string }[]
      if (!event || event.recordedAt < asked.asOf) return 'later'
      let answer = await call('/analysis/runs', asked)
      for (const endMs = performance.now() + LONGEST_MS; performance.now() < endMs; ) {
        if (!answer.ok) return refusedBy(answer)
        const run = (await answer.json()) as Run
        if (run.state !== 'running') return run
        await sleep(PAUSE_MS)
        answer = await call(`/analysis/runs/${run.id}`)
      }
    } catch {
      // The call failed, for example because the room ended.
    }
    return 'later'
  }
}

const refusedBy = ({ status }: Response) => (status === 401 || status === 403 ? 'refused' : 'later')
