import { setTimeout as sleep } from 'node:timers/promises'
import { createWebhookSignature, type WebhookIdentity } from './webhook-signature.ts'

const MINUTE_MS = 60 * 1000
const HOUR_MS = 60 * MINUTE_MS
/** PayPal documents 25 tries in three days, but not the pauses between them. */
export const AGAIN_AFTER_MS: readonly number[] = [
  ...[1000, 5000, 30_000, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS, 2 * HOUR_MS],
  ...Array<number>(16).fill(4.25 * HOUR_MS),
]
const TIMEOUT_MS = 10_000
const MOST_UNDELIVERED = 1000
/** This many of the newest events can be shown and sent again. */
const MOST_KEPT = 1000

export type WebhookEvent = Readonly<{ id: string; event_type: string; resource: object } & Record<string, unknown>>

type Options = Readonly<{
  /** Undefined if no webhooks are sent. */
  to: string | undefined
  /** The simulator's address as the shop knows it. */
  base: string
  identity: WebhookIdentity
  now: () => Date
  againAfterMs?: readonly number[]
}>

/** Signs and sends each webhook until the shop accepts it, or until no try is left. */
export function createWebhookSender({ to, againAfterMs = AGAIN_AFTER_MS, ...signing }: Options) {
  const signature = createWebhookSignature(signing)
  const stop = new AbortController()
  let undelivered = 0
  const kept = new Map<string, WebhookEvent>()

  async function sendOnce(address: string, body: string) {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(await signature.headersFor(body)) },
      body,
      redirect: 'error',
      signal: AbortSignal.any([stop.signal, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    await response.arrayBuffer()
    return response.status < 300
  }

  return {
    pemOf: signature.pemOf,
    isGenuine: signature.isGenuine,

    webhook: to === undefined ? undefined : { id: signing.identity.id, url: to },

    eventOf: (id: string) => kept.get(id),

    /** Returns immediately, before the event is sent. */
    send(event: WebhookEvent, delayMs = 0) {
      kept.set(event.id, event)
      const [oldest] = kept.keys()
      if (oldest && kept.size > MOST_KEPT) kept.delete(oldest)
      if (!to || undelivered >= MOST_UNDELIVERED) return
      const body = JSON.stringify(event)
      undelivered++
      const deliver = async () => {
        for (const pauseMs of [delayMs, ...againAfterMs]) {
          await sleep(pauseMs, undefined, { signal: stop.signal, ref: false })
          if (await sendOnce(to, body).catch(() => false)) return
        }
      }
      deliver()
        .catch(() => {})
        .finally(() => undelivered--)
    },

    close: () => stop.abort(),
  }
}
export type WebhookSender = ReturnType<typeof createWebhookSender>
