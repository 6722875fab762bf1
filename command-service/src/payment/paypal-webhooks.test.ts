import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createMemoryCounters } from '@shop/stores/counters/memory-counters'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { askPaypal } from './paypal-webhooks.ts'

const counters = () => createMemoryCounters()
let server: Server
let baseUrl: string
let received: string[]
let answers: object
beforeEach(async () => {
  received = []
  answers = { verification_status: 'SUCCESS' }
  server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request)).toString('utf8')
    if (request.url === '/v1/notifications/verify-webhook-signature') received.push(body)
    const token = { access_token: 'token', expires_in: 3600 }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(request.url === '/v1/oauth2/token' ? token : answers))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => server.close())

const webhook = {
  webhookId: 'WEBHOOK',
  id: 'T1',
  time: '2026-01-01T00:00:00Z',
  signature: 'c2ln',
  certUrl: 'https://api.paypal.com/v1/notifications/certs/CERT-1',
  body: Buffer.from('{"id":"WH-1",  "price": 42.00, "name":"Zo\\u00eb"}'),
}
const asking = (all = counters()) => askPaypal({ baseUrl, clientId: 'id', clientSecret: 'secret' }, all)

test('PayPal gets exactly the bytes of the event, and decides', async () => {
  const ask = asking()
  expect(await ask(webhook)).toBe(true)
  expect(received[0]).toContain(`"webhook_event":${webhook.body}}`)
  expect(JSON.parse(received[0]!)).toEqual({
    auth_algo: 'SHA256withRSA',
    cert_url: webhook.certUrl,
    transmission_id: 'T1',
    transmission_sig: 'c2ln',
    transmission_time: webhook.time,
    webhook_id: 'WEBHOOK',
    webhook_event: { id: 'WH-1', price: 42, name: 'Zoë' },
  })
  answers = { verification_status: 'FAILURE' }
  expect(await ask(webhook)).toBe(false)
  answers = { name: 'VALIDATION_ERROR' }
  await expect(ask(webhook)).rejects.toThrow()
})

test('all processes together query PayPal at most ten times a minute', async () => {
  const shared = counters()
  const processes = [asking(shared), asking(shared)]
  for (let n = 0; n < 10; n++) expect(await processes[n % 2]!(webhook)).toBe(true)
  for (const ask of processes) await expect(ask(webhook)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  expect(received).toHaveLength(10)
})
