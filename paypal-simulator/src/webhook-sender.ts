import { createHash, generateKeyPair, type KeyObject, randomUUID, sign } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { crc32 } from 'node:zlib'
import { issueCertificate } from './certificate.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const VALID_DAYS = 400
/** Pauses before another try of what the shop did not take; PayPal tries for three days. */
const AGAIN_AFTER_MS = [1000, 5000, 30_000]
const TIMEOUT_MS = 10_000
const MOST_ON_THEIR_WAY = 1000

export type WebhookEvent = Readonly<{ id: string; event_type: string; resource: object } & Record<string, unknown>>
/** What the shop knows the simulator's webhooks by. */
export type WebhookIdentity = Readonly<{
  /** The webhook's id. */
  id: string
  /** The name on its certificate. */
  name: string
  /** The Ed25519 key with which that is issued. */
  authority: KeyObject
}>

type Options = Readonly<{
  /** Where the shop takes webhooks; undefined: none are sent. */
  to: string | undefined
  /** The simulator's address as the shop knows it, at which its certificate is found. */
  base: string
  identity: WebhookIdentity
  now: () => Date
  /** The pauses before another try; presets are some seconds. */
  againAfterMs?: readonly number[]
}>

/** Sends webhooks signed as PayPal signs them: RSA over transmission, time, webhook and the body's CRC-32. */
export function createWebhookSender({ to, base, identity, now, againAfterMs = AGAIN_AFTER_MS }: Options) {
  const stop = new AbortController()
  let made: Promise<Readonly<{ id: string; pem: string; key: KeyObject }>> | undefined
  let onTheirWay = 0

  /** Made when it is first needed, with a new key at every start. */
  const certificate = () => {
    made ??= make()
    return made
  }

  async function make() {
    const { publicKey, privateKey: key } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
    const pem = issueCertificate({
      name: identity.name,
      issuerName: 'Test payments',
      publicKey,
      issuerKey: identity.authority,
      from: new Date(now().getTime() - DAY_MS),
      to: new Date(now().getTime() + VALID_DAYS * DAY_MS),
    })
    return { id: `CERT-${createHash('sha256').update(pem).digest('hex').slice(0, 24)}`, pem, key }
  }

  async function sendOnce(address: string, body: string) {
    const { id, key } = await certificate()
    const transmission = { id: randomUUID(), time: now().toISOString() }
    const signed = [transmission.id, transmission.time, identity.id, crc32(body)].join('|')
    const response = await fetch(address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'paypal-auth-algo': 'SHA256withRSA',
        'paypal-cert-url': `${base}/v1/notifications/certs/${id}`,
        'paypal-transmission-id': transmission.id,
        'paypal-transmission-time': transmission.time,
        'paypal-transmission-sig': sign('sha256', Buffer.from(signed), key).toString('base64'),
      },
      body,
      redirect: 'error',
      signal: AbortSignal.any([stop.signal, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    await response.arrayBuffer()
    return response.status < 300
  }

  return {
    /** The certificate of this name in PEM. */
    pemOf: async (id: string) => {
      const known = await certificate()
      return known.id === id ? known.pem : undefined
    },

    /** Sends an event after a delay, again while the shop does not take it. Nobody waits for it. */
    send(event: WebhookEvent, delayMs = 0) {
      if (!to || onTheirWay >= MOST_ON_THEIR_WAY) return
      const body = JSON.stringify(event)
      onTheirWay++
      const deliver = async () => {
        for (const pauseMs of [delayMs, ...againAfterMs]) {
          await sleep(pauseMs, undefined, { signal: stop.signal, ref: false })
          if (await sendOnce(to, body).catch(() => false)) return
        }
      }
      deliver()
        .catch(() => {})
        .finally(() => onTheirWay--)
    },

    close: () => stop.abort(),
  }
}
export type WebhookSender = ReturnType<typeof createWebhookSender>
