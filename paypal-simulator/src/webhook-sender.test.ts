import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createWebhookSender, type WebhookSender } from './webhook-sender.ts'

const APPROVED = { id: 'WH-1', event_type: 'CHECKOUT.ORDER.APPROVED', resource: { id: 'ORDER' } }
const AGAIN_AFTER_MS = [40, 80, 120]
const MOST_TRIES = 1 + AGAIN_AFTER_MS.length

type Reply = number | 'nothing'
type Received = Readonly<{ atMs: number; headers: IncomingHttpHeaders; body: string }>
/** The shop's answers, one for each try. The last answer repeats. */
let replies: Reply[]
let received: Received[]
let sender: WebhookSender

const shop = createServer(async (request, response) => {
  received.push({ atMs: performance.now(), headers: request.headers, body: await text(request) })
  const reply = (replies.length > 1 ? replies.shift() : replies[0]) ?? 200
  if (reply === 'nothing') request.socket.destroy()
  else response.writeHead(reply).end()
})

beforeEach(async () => {
  received = []
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  sender = createWebhookSender({
    to: `http://127.0.0.1:${(shop.address() as AddressInfo).port}/webhooks`,
    base: 'http://simulator.test',
    identity: { id: 'WEBHOOK', name: 'webhooks.test', authority: generateKeyPairSync('ed25519').privateKey },
    now: () => new Date('2026-05-01T10:00:00Z'),
    againAfterMs: AGAIN_AFTER_MS,
  })
})
afterEach(async () => {
  sender.close()
  shop.closeAllConnections()
  await new Promise((resolve) => shop.close(resolve))
})

/** Sends the event and waits for this many tries. Then it waits some more time, to find out whether there are too many tries. */
async function triesOf(count: number, delayMs?: number) {
  sender.send(APPROVED, delayMs)
  await expect.poll(() => received.length).toBe(count)
  await sleep(2 * Math.max(...AGAIN_AFTER_MS))
  return received
}

test('a webhook that the shop refuses or does not answer is sent again after each pause, until it is accepted', async () => {
  replies = [500, 'nothing', 429, 200]
  const tries = await triesOf(4)
  expect(tries.map(({ body }) => body)).toEqual(Array(4).fill(tries[0]?.body))
  expect(JSON.parse(tries[0]?.body ?? '')).toMatchObject(APPROVED)
  const of = (name: string) => new Set(tries.map(({ headers }) => headers[name]))
  expect(of('paypal-transmission-id').size).toBe(4)
  expect(of('paypal-transmission-sig').size).toBe(4)
  expect(of('paypal-cert-url').size).toBe(1)
  for (const [index, pauseMs] of AGAIN_AFTER_MS.entries())
    expect(tries[index + 1]!.atMs - tries[index]!.atMs).toBeGreaterThan(pauseMs * 0.9)
})

test('an accepted webhook is sent once, after its delay', async () => {
  replies = [202]
  const begunMs = performance.now()
  const [only, ...more] = await triesOf(1, 50)
  expect(only!.atMs - begunMs).toBeGreaterThan(45)
  expect(more).toEqual([])
})

test('a webhook is given up after the last try', async () => {
  replies = [503]
  expect(await triesOf(MOST_TRIES)).toHaveLength(MOST_TRIES)
})

test('a redirect is not followed, and counts as refused', async () => {
  replies = [302, 200]
  expect(await triesOf(2)).toHaveLength(2)
})

test('a closed sender does not send waiting webhooks', async () => {
  replies = [500]
  sender.send(APPROVED)
  await once(shop, 'request')
  sender.close()
  await sleep(2 * AGAIN_AFTER_MS[0]!)
  expect(received).toHaveLength(1)
})
