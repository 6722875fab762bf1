import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deviationsOfWebhook } from './test-support/check-exchange.ts'
import { merchantId, orderFor, startForTests } from './test-support/start-for-tests.ts'
import { AGAIN_AFTER_MS } from './webhook-sender.ts'

/* Tests of the webhooks that the simulator sends by itself, and of PayPal's routes about webhooks. */

const received: { headers: IncomingHttpHeaders; body: string }[] = []
const shop = createServer(async (request, response) => {
  received.push({ headers: request.headers, body: await text(request) })
  response.writeHead(200).end()
})
const identity = { id: 'WEBHOOK', name: 'webhooks.test', authority: generateKeyPairSync('ed25519').privateKey }

let paypal: Awaited<ReturnType<typeof startForTests>>
let token: string
beforeAll(async () => {
  await once(shop.listen(0, '127.0.0.1'), 'listening')
  const to = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/webhooks`
  paypal = await startForTests({ faults: true, webhooks: { to, base: 'http://paypal.test', identity } })
  token = await paypal.token()
})
afterAll(async () => {
  await paypal.close()
  shop.closeAllConnections()
  shop.close()
})

async function refunded(): Promise<string> {
  const { body } = await paypal.post('/v2/checkout/orders', orderFor('42.50', { invoice_id: `i-${received.length}` }), {
    token,
  })
  await paypal.post(`/v2/checkout/orders/${body.id}/approve`, {})
  const captured = await paypal.post(`/v2/checkout/orders/${body.id}/capture`, {}, { token })
  const capture = captured.body.purchase_units[0].payments.captures[0].id
  await paypal.post(`/v2/payments/captures/${capture}/refund`, {}, { token })
  return body.id
}

/** Does something that causes a webhook, and returns this webhook. */
async function after(act: () => Promise<{ status: number }>) {
  const before = received.length
  expect((await act()).status).toBeLessThan(300)
  await expect.poll(() => received.length).toBe(before + 1)
  const { headers, body } = received.at(-1)!
  return { headers, body, event: JSON.parse(body) }
}

test.each([
  ['CHECKOUT.ORDER.APPROVED', 'checkout-order'],
  ['CHECKOUT.ORDER.COMPLETED', 'checkout-order'],
  ['PAYMENT.CAPTURE.COMPLETED', 'capture'],
  ['PAYMENT.CAPTURE.PENDING', 'capture'],
  ['PAYMENT.CAPTURE.DENIED', 'capture'],
  ['PAYMENT.CAPTURE.DECLINED', 'capture'],
  ['PAYMENT.CAPTURE.REFUNDED', 'refund'],
  ['PAYMENT.CAPTURE.REVERSED', 'capture'],
  ['PAYMENT.REFUND.PENDING', 'refund'],
  ['PAYMENT.REFUND.FAILED', 'refund'],
  ['CUSTOMER.DISPUTE.CREATED', 'dispute'],
  ['CUSTOMER.DISPUTE.UPDATED', 'dispute'],
  ['CUSTOMER.DISPUTE.RESOLVED', 'dispute'],
])('%s has everything that the documents name', async (event, resource_type) => {
  const orderId = await refunded()
  const sent = await after(() => paypal.post('/webhooks', { orderId, event }))
  expect(sent.event).toMatchObject({ event_type: event, resource_type })
  expect(deviationsOfWebhook(sent.body)).toEqual([])
})

test('an event of any type can be sent, with or without an order, and with changed fields', async () => {
  const nothing = await after(() =>
    paypal.post('/webhooks', { event: 'INVOICING.INVOICE.PAID', resource: { id: 'INV2' } }),
  )
  expect(nothing.event).toMatchObject({ resource_type: 'invoice', resource: { id: 'INV2' } })
  const resource = { dispute_outcome: { outcome_code: 'RESOLVED_BUYER_FAVOUR' } }
  const orderId = await refunded()
  const won = await after(() => paypal.post('/webhooks', { orderId, event: 'CUSTOMER.DISPUTE.RESOLVED', resource }))
  expect(won.event.resource).toMatchObject({ status: 'RESOLVED', ...resource })
  expect(won.event.resource.seller_response_due_date).toBe('2026-05-21T10:00:00Z')
  expect((await paypal.post('/webhooks', { event: 'no event' })).status).toBe(400)
})

test('all events about a dispute have the time at which the dispute was created', async () => {
  const orderId = await refunded()
  const about = (event: string) =>
    after(() => paypal.post('/webhooks', { orderId, event: `CUSTOMER.DISPUTE.${event}` }))
  const { resource: created } = (await about('CREATED')).event
  paypal.passSeconds(1)
  const { resource: resolved } = (await about('RESOLVED')).event
  expect(resolved.create_time).toBe(created.create_time)
  expect(resolved.update_time).not.toBe(created.update_time)
})

test.each([
  ['FAILED', 'PAYMENT.REFUND.FAILED'],
  ['PENDING', 'PAYMENT.REFUND.PENDING'],
  ['COMPLETED', 'PAYMENT.CAPTURE.REFUNDED'],
])('a refund that is settled as %s is reported by %s', async (refundStatus, event_type) => {
  const orderId = await refunded()
  const { event } = await after(() => paypal.post(`/orders/${orderId}/settle`, { refundStatus, webhook: true }))
  expect(event).toMatchObject({ event_type, resource: { status: refundStatus } })
})

test('an event has links with which it can be read and sent again', async () => {
  const { event } = await after(async () =>
    paypal.post('/webhooks', { orderId: await refunded(), event: 'CHECKOUT.ORDER.APPROVED' }),
  )
  const path = `/v1/notifications/webhooks-events/${event.id}`
  expect(event.links.map(({ href }: { href: string }) => href)).toEqual([
    paypal.url + path,
    `${paypal.url + path}/resend`,
  ])
  expect((await paypal.get(path, { token })).body).toEqual(event)
  expect((await after(() => paypal.post(`${path}/resend`, {}, { token }))).event).toEqual(event)
  expect((await paypal.get('/v1/notifications/webhooks-events/WH-0', { token })).status).toBe(404)
  expect((await paypal.get(path)).status).toBe(401)
})

test('the shop can read the webhook with its address and its events', async () => {
  const path = `/v1/notifications/webhooks/${identity.id}`
  const { body } = await paypal.get(path, { token })
  expect(body).toMatchObject({ id: identity.id, url: expect.stringMatching(/\/webhooks$/) })
  expect(body.event_types.map(({ name }: { name: string }) => name)).toContain('PAYMENT.REFUND.FAILED')
  expect(body.links).toEqual([{ href: paypal.url + path, rel: 'self', method: 'GET' }])
  expect((await paypal.get('/v1/notifications/webhooks/ANOTHER', { token })).status).toBe(404)
  expect((await paypal.get(path)).status).toBe(401)
})

test('the simulator verifies a webhook for a shop that cannot verify it', async () => {
  const { headers, event } = await after(async () =>
    paypal.post('/webhooks', { orderId: await refunded(), event: 'CHECKOUT.ORDER.APPROVED' }),
  )
  const genuine = {
    auth_algo: headers['paypal-auth-algo'],
    cert_url: headers['paypal-cert-url'],
    transmission_id: headers['paypal-transmission-id'],
    transmission_sig: headers['paypal-transmission-sig'],
    transmission_time: headers['paypal-transmission-time'],
    webhook_id: identity.id,
    webhook_event: event,
  }
  const verify = (changes: object) =>
    paypal.post('/v1/notifications/verify-webhook-signature', { ...genuine, ...changes }, { token })
  expect((await verify({})).body).toEqual({ verification_status: 'SUCCESS' })
  for (const changes of [
    { webhook_event: { ...event, id: 'WH-2' } },
    { webhook_id: 'ANOTHER' },
    { transmission_time: '2026-05-01T10:00:01Z' },
    { transmission_sig: 'AAAA' },
    { cert_url: 'http://paypal.test/v1/notifications/certs/CERT-1' },
    { auth_algo: 'SHA1withRSA' },
  ])
    expect((await verify(changes)).body, JSON.stringify(changes)).toEqual({ verification_status: 'FAILURE' })
  expect((await verify({ webhook_id: undefined })).status).toBe(400)
})

test('a webhook that the shop does not accept is sent up to twenty-five times in three days', () => {
  expect(1 + AGAIN_AFTER_MS.length).toBe(25)
  const hours = AGAIN_AFTER_MS.reduce((sum, pause) => sum + pause, 0) / 3_600_000
  expect(hours).toBeGreaterThan(71)
  expect(hours).toBeLessThanOrEqual(72)
})

test('the account of the credentials is the merchant’s account', async () => {
  const path = '/v1/identity/oauth2/userinfo'
  expect((await paypal.get(`${path}?schema=paypalv1.1`, { token })).body).toMatchObject({ payer_id: merchantId })
  expect((await paypal.get(path, { token })).status).toBe(400)
  expect((await paypal.get(`${path}?schema=paypalv1.1`)).status).toBe(401)
})
