import { setTimeout as sleep } from 'node:timers/promises'
import type { Act, Answered, Journal } from '../journal.ts'

const ANSWER_WITHIN_MS = 10_000
const PAUSE_MS = 60

export type Call = Readonly<{ act: Act; method: 'POST' | 'PUT'; path: string; body: object }>

/** Sends each command with the same idempotency key until the shop answers it. The statuses 429 and 5xx do not count as answers. */
export function createSender(url: string, journal: Journal, by: string) {
  let sent = 0

  async function once(method: string, path: string, id: string, token: string | undefined, body: object) {
    const response = await fetch(url + path, {
      method,
      headers: {
        'content-type': 'application/json',
        'idempotency-key': id,
        'x-request-id': id,
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    })
    // biome-ignore lint/suspicious/noExplicitAny: any answer of the shop
    return { status: response.status, body: (await response.json()) as any }
  }

  return {
    async send({ act, method, path, body }: Call, token?: string) {
      const id = `lab-${by}-${++sent}`
      await journal.note({ intent: id, by, act, method, path, body })
      for (;;) {
        const answered = await once(method, path, id, token, body).catch(() => undefined)
        if (answered && answered.status !== 429 && answered.status < 500) {
          await journal.note({ ack: id, status: answered.status, answer: answeredOf(answered.body) })
          return answered
        }
        await sleep(PAUSE_MS)
      }
    },

    async atProvider(path: string) {
      for (;;) {
        const response = await fetch(`${url}/simulator/paypal${path}`, { method: 'POST' }).catch(() => undefined)
        if (response && response.status < 500) return
        await sleep(PAUSE_MS)
      }
    },
  }
}
export type Sender = ReturnType<typeof createSender>

// biome-ignore lint/suspicious/noExplicitAny: any answer of the shop
const answeredOf = (body: any): Answered => ({
  ...((body._id ?? body.checkout?._id ?? body.user?._id) && { id: body._id ?? body.checkout?._id ?? body.user?._id }),
  ...(body.id && { providerOrderId: body.id }),
  ...(typeof body.status === 'string' && { status: body.status }),
  ...(body.code && { code: body.code }),
})
