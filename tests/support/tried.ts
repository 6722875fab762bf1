import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from './caller.ts'

const MOST_TRIES = 20
const PAUSE_MS = 200

/** A new idempotency key, for one call and its repetitions. */
export const keyed = () => ({ headers: { 'idempotency-key': randomUUID() } })

/** Repeats a request while the answer is 503, as clients do. A repeated write has the same idempotency key. */
export const tried = (call: () => Promise<Answer>): Promise<Answer> => whileBusy(call, ({ status }) => status)

/** Like `tried`, for answers of another client. */
export async function whileBusy<Given>(
  call: () => Promise<Given>,
  statusOf: (answer: Given) => number,
): Promise<Given> {
  for (let tries = 1; ; tries++) {
    const answer = await call()
    if (statusOf(answer) !== 503 || tries === MOST_TRIES) return answer
    await sleep(PAUSE_MS)
  }
}

/** The body of a call that the rest of a test needs. Throws the answer if the shop refuses the call. */
export async function needed(call: () => Promise<Answer>): Promise<Answer['body']> {
  const { status, body } = await tried(call)
  if (status >= 300) throw new Error(`A call that this test needs got ${status}: ${JSON.stringify(body)}`)
  return body
}
