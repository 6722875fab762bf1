import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ShopError } from '@shop/language/errors'
import { createWebhookSender } from '@shop/paypal-simulator/webhook-sender'
import { simulatorWebhooks } from '@shop/server/simulator-webhooks'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createWebhookCheck } from './verify-webhook.ts'
import { keepCertificates, signerIn } from './webhook-certificates.ts'
import { paypalTrust, simulatorTrust } from './webhook-trust.ts'

type Sent = Readonly<{ headers: IncomingHttpHeaders; body: Buffer }>

const clientSecret = 'the secret that both know'
let nowMs: number
let server: Server
let base: string
let sent: Sent[]
let sender: ReturnType<typeof createWebhookSender>

beforeEach(async () => {
  nowMs = Date.now()
  sent = []
  server = createServer(async (request, response) => {
    sent.push({ headers: request.headers, body: Buffer.concat(await Array.fromAsync(request)) })
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const identity = simulatorWebhooks(clientSecret)
  sender = createWebhookSender({ to: base, base, identity, now: () => new Date(nowMs) })
})
afterEach(() => {
  sender.close()
  server.close()
})

async function webhook(): Promise<Sent> {
  sender.send({ id: 'WH-1', event_type: 'CHECKOUT.ORDER.APPROVED', resource: { id: 'PP1', note: 'Zoë' } })
  await expect.poll(() => sent.length).toBeGreaterThan(0)
  return sent.at(-1)!
}

/** A check that fetches certificates from the sender itself, and counts the fetches. */
function checkWith(trust = simulatorTrust({ baseUrl: base, clientSecret }), fetchPem?: (url: URL) => Promise<string>) {
  const fetched: string[] = []
  const pemAt = fetchPem ?? (async (url: URL) => (await sender.pemOf(url.pathname.split('/').at(-1) ?? '')) ?? '')
  const certificates = keepCertificates(trust, {
    now: () => new Date(nowMs),
    fetchPem: (url) => {
      fetched.push(url.href)
      return pemAt(url)
    },
  })
  const check = createWebhookCheck(trust, { certificates })
  const isGenuine = async (
    { headers, body }: Sent,
    changed: Record<string, string> = {},
    beforeLookUp?: () => Promise<unknown>,
  ) => (await check((name) => String({ ...headers, ...changed }[name] ?? ''), body, beforeLookUp)).is === 'genuine'
  return { isGenuine, fetched }
}

describe('a webhook', () => {
  test('that is signed and unchanged is genuine, and its certificate is fetched once', async () => {
    const one = await webhook()
    const { isGenuine, fetched } = checkWith()
    const answers = await Promise.all(Array.from({ length: 25 }, () => isGenuine(one)))
    expect(answers).toEqual(Array(25).fill(true))
    expect(fetched).toHaveLength(1)
  })

  test('that is changed anywhere is not genuine', async () => {
    const one = await webhook()
    const { isGenuine } = checkWith()
    const body = Buffer.from(one.body)
    body[body.length - 3] = body[body.length - 3]! ^ 1
    expect(await isGenuine({ ...one, body })).toBe(false)
    for (const [name, value] of [
      ['paypal-transmission-id', 'another'],
      ['paypal-transmission-time', '2026-01-01T00:00:00Z'],
      ['paypal-transmission-sig', 'AAAA'],
      ['paypal-auth-algo', 'SHA1withRSA'],
      ['paypal-transmission-id', ''],
      ['paypal-transmission-sig', ''],
      ['paypal-cert-url', ''],
    ] as const)
      expect(await isGenuine(one, { [name]: value }), name).toBe(false)
    expect(await isGenuine(one)).toBe(true)
  })

  test('for another webhook of the same account is not genuine; without a webhook id in the shop, no webhook is genuine', async () => {
    const one = await webhook()
    const trust = simulatorTrust({ baseUrl: base, clientSecret })
    for (const webhookId of ['ANOTHER', undefined])
      expect(await checkWith({ ...trust, webhookId }).isGenuine(one)).toBe(false)
  })

  test('of a simulator with another secret is not genuine', async () => {
    const one = await webhook()
    expect(await checkWith(simulatorTrust({ baseUrl: base, clientSecret: 'another' })).isGenuine(one)).toBe(false)
  })

  test('with an expired certificate is not genuine', async () => {
    const one = await webhook()
    nowMs += 500 * 24 * 60 * 60 * 1000
    expect(await checkWith().isGenuine(one)).toBe(false)
  })
})

describe('a certificate', () => {
  test('is fetched only from the provider’s address', async () => {
    const one = await webhook()
    const { isGenuine, fetched } = checkWith()
    const path = '/v1/notifications/certs/CERT-1'
    for (const url of [`http://localhost${path}`, `${base}.evil.test${path}`, `${base}/other`, `${base}${path}?a`, 'x'])
      expect(await isGenuine(one, { 'paypal-cert-url': url }), url).toBe(false)
    expect(fetched).toEqual([])
  })

  test.each([
    ['https://api.paypal.com/v1/notifications/certs/CERT-360caa42-fca2a594-a5cafa77', true],
    ['https://api.sandbox.paypal.com/v1/notifications/certs/CERT-1', true],
    ['http://api.paypal.com/v1/notifications/certs/CERT-1', false],
    ['https://api.paypal.com.evil.test/v1/notifications/certs/CERT-1', false],
    ['https://www.paypal.com/v1/notifications/certs/CERT-1', false],
    ['https://api.paypal.com/v1/notifications/certs/../../CERT-1', false],
    ['https://api.paypal.com:444/v1/notifications/certs/CERT-1', false],
    ['https://me@api.paypal.com/v1/notifications/certs/CERT-1', false],
  ])('of real payments is fetched only from PayPal: %s, %s', (url, may) => {
    expect(paypalTrust('WEBHOOK').mayFetch(new URL(url))).toBe(may)
  })

  test('of the simulator is never trusted for real payments, whatever name it has', async () => {
    const { headers } = await webhook()
    const pem = (await sender.pemOf(String(headers['paypal-cert-url']).split('/').at(-1) ?? '')) ?? ''
    const now = new Date(nowMs)
    const own = simulatorTrust({ baseUrl: base, clientSecret })
    const isTrusted = (trust: typeof own) => signerIn(pem, trust, now)?.isTrusted
    expect(isTrusted(own)).toBe(true)
    expect(isTrusted({ ...paypalTrust('W'), names: ['webhooks.simulator.invalid'] })).toBe(false)
    expect(isTrusted({ ...own, names: ['other'] })).toBe(false)
  })

  test('that cannot be fetched makes the provider send the webhook again, and hostile addresses cause few fetches', async () => {
    const one = await webhook()
    const { isGenuine, fetched } = checkWith(undefined, async () => {
      throw new Error('no answer')
    })
    const at = (n: number) => ({ 'paypal-cert-url': `${base}/v1/notifications/certs/CERT-${n}` })
    for (let n = 0; n < 80; n++) await expect(isGenuine(one, at(n))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(fetched).toHaveLength(60)
    nowMs += 61_000
    await expect(isGenuine(one, at(99))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(fetched).toHaveLength(61)
  })

  test('is fetched again only after a minute if it could not be fetched', async () => {
    const one = await webhook()
    let answers = false
    const { isGenuine, fetched } = checkWith(undefined, async (url) => {
      if (!answers) throw new Error('no answer')
      return (await sender.pemOf(url.pathname.split('/').at(-1) ?? '')) ?? ''
    })
    for (let n = 0; n < 5; n++) await expect(isGenuine(one)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(fetched).toHaveLength(1)
    answers = true
    nowMs += 60_000
    expect(await isGenuine(one)).toBe(true)
    expect(fetched).toHaveLength(2)
  })

  test('is not fetched if `beforeLookUp` refuses; a known certificate needs no fetch', async () => {
    const one = await webhook()
    const { isGenuine, fetched } = checkWith()
    const refuse = async () => {
      throw new ShopError('RATE_LIMITED', 'Too many')
    }
    await expect(isGenuine(one, {}, refuse)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    expect(fetched).toEqual([])
    expect(await isGenuine(one)).toBe(true)
    expect(await isGenuine(one, {}, refuse)).toBe(true)
  })
})
