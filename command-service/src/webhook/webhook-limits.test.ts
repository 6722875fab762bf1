import { ShopError } from '@shop/language/errors'
import { createMemoryCounters } from '@shop/stores/counters/memory-counters'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { WebhookCheck } from '../payment/verify-webhook.ts'
import { type Room, startRoom } from '../test-support/start-room.ts'

let room: Room
let lookedUp: string[]

/** Each webhook names its certificate. Only the certificate `good` is the provider's. It is kept after it was looked up once. */
const check: WebhookCheck = async (header, _, beforeLookUp = async () => {}) => {
  const name = header('paypal-cert-url')
  if (!lookedUp.includes(name)) {
    await beforeLookUp()
    lookedUp.push(name)
  }
  if (name === 'unsigned') return { is: 'forged' }
  if (name !== 'good') throw new ShopError('UNAVAILABLE', 'This webhook cannot be checked right now')
  return { is: 'genuine' }
}

beforeEach(async () => {
  lookedUp = []
  room = await startRoom({ counters: createMemoryCounters() })
  Object.assign(room.parts, { checkWebhook: check })
})
afterEach(() => room.stop())

const send = async (certificate: string) => {
  const body = { id: `WH-${certificate}`, event_type: 'NOT.FOLLOWED', resource: {} }
  return (await room.ask('POST', '/webhooks/paypal', { body, headers: { 'paypal-cert-url': certificate } })).status
}

test('made-up certificates are counted before they are looked up, three a minute for a network', async () => {
  const statuses = []
  for (let n = 0; n < 20; n++) statuses.push(await send(`made-up-${n}`))
  expect(statuses).toEqual([...Array(3).fill(503), ...Array(17).fill(429)])
  expect(lookedUp).toHaveLength(3)
})

test('a webhook without the provider’s signature counts as wrong too', async () => {
  const statuses = []
  for (let n = 0; n < 70; n++) statuses.push(await send('unsigned'))
  expect(statuses).toEqual([...Array(60).fill(401), ...Array(10).fill(429)])
  expect(await send('made-up')).toBe(429)
})

test('unverified webhooks count as wrong, up to sixty; webhooks with a known certificate are still accepted', async () => {
  expect(await send('good')).toBe(200)
  const statuses = []
  for (let n = 0; n < 70; n++) statuses.push(await send('made-up'))
  expect(statuses).toEqual([...Array(60).fill(503), ...Array(10).fill(429)])
  expect(await send('good')).toBe(200)
})
