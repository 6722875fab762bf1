import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeChain } from '../test-support/certificate-chain.ts'
import { followedEvents } from '../webhook/webhook-shapes.ts'
import { type Account, checkPaypal } from './check-paypal.ts'

const ORDERS = 'POST /v2/checkout/orders'
const WEBHOOK = 'GET /v1/notifications/webhooks/WEBHOOK'
const USER = 'GET /v1/identity/oauth2/userinfo?schema=paypalv1.1'
const TOKEN = 'POST /v1/oauth2/token'
const CERT = 'https://api.paypal.com/v1/notifications/certs/CERT-1'
const { root, intermediate, leaf } = makeChain()

let server: Server
let account: Account
let answers: Record<string, { status?: number; body: object }>
let seen: string[]
beforeEach(async () => {
  seen = []
  const webhook = {
    url: 'https://shop.test/api/webhooks/paypal',
    event_types: followedEvents.map((name) => ({ name })),
  }
  answers = {
    [TOKEN]: { body: { access_token: 'token', expires_in: 3600 } },
    [USER]: { body: { payer_id: 'US' } },
    [ORDERS]: { status: 201, body: { id: 'PP1', purchase_units: [{ payee: { merchant_id: 'US' } }] } },
    [WEBHOOK]: { body: webhook },
  }
  server = createServer(async (request, response) => {
    await Array.fromAsync(request)
    const call = `${request.method} ${request.url}`
    seen.push(call)
    const { status = 200, body } = answers[call] ?? { status: 404, body: { name: 'RESOURCE_NOT_FOUND' } }
    response.writeHead(status, { 'content-type': 'application/json', 'paypal-debug-id': 'f8e0b5a1' })
    response.end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const ids = { clientId: 'id', clientSecret: 'secret', merchantId: 'US', webhookId: 'WEBHOOK' }
  account = { baseUrl, ...ids, authorities: root }
})
afterEach(() => server.close())

async function check(
  changed: Partial<Account> = {},
  { publicOrigin = 'https://shop.test' as string | undefined, pem = leaf + intermediate } = {},
) {
  const findings = await checkPaypal(
    { ...account, ...changed },
    { publicOrigin, certUrl: CERT, fetchPem: async () => pem },
  )
  return Object.fromEntries(findings.map(({ what, is, says }) => [what, `${is}: ${says}`]))
}

test('a correct account is reported as ok, and nothing is captured', async () => {
  for (const found of Object.values(await check())) expect(found).toMatch(/^ok: /)
  expect(seen.toSorted()).toEqual([USER, WEBHOOK, ORDERS, TOKEN].toSorted())
  const [certificate] = (await checkPaypal(account, { publicOrigin: undefined, certUrl: undefined })).slice(-1)
  expect(certificate).toMatchObject({ what: 'certificate', is: 'not tried' })
})

test('a wrong secret is reported once, and nothing else is tried', async () => {
  answers[TOKEN] = { status: 401, body: { error: 'invalid_client' } }
  const found = await check()
  expect(Object.keys(found)).toEqual(['account'])
  expect(found.account).toMatch(/^wrong: .*PAYPAL_CLIENT_SECRET/)
})

test('a merchant id that does not match the credentials is reported', async () => {
  expect((await check({ merchantId: 'THEM' })).account).toMatch(/^wrong: .*account US.*PAYPAL_MERCHANT_ID is THEM/)
  answers[USER] = { status: 403, body: { name: 'NOT_AUTHORIZED' } }
  expect((await check()).account).toMatch(/^ok: /)
  expect((await check({ merchantId: undefined })).account).toMatch(/^wrong: .*Set PAYPAL_MERCHANT_ID/)
})

test('a refused order is reported with PayPal’s issue and debug id', async () => {
  const details = [{ issue: 'PAYEE_ACCOUNT_RESTRICTED' }]
  answers[ORDERS] = { status: 422, body: { name: 'UNPROCESSABLE_ENTITY', details } }
  expect((await check()).order).toMatch(/^wrong: .*PAYEE_ACCOUNT_RESTRICTED \(debug id f8e0b5a1\)/)
  answers[ORDERS] = { status: 201, body: { id: 'PP1', purchase_units: [{ payee: { merchant_id: 'THEM' } }] } }
  expect((await check()).order).toMatch(/^wrong: .*THEM/)
})

test('a webhook that is missing, goes elsewhere or lacks events is reported as wrong; a webhook with all events is ok', async () => {
  expect((await check({ webhookId: undefined })).webhook).toMatch(/^wrong: PAYPAL_WEBHOOK_ID is not set/)
  expect((await check({ webhookId: 'OTHER' })).webhook).toMatch(/^wrong: PayPal has no webhook OTHER/)
  expect((await check({}, { publicOrigin: 'https://other.test' })).webhook).toMatch(
    /^wrong: .*https:\/\/other\.test\/api/,
  )
  expect((await check({}, { publicOrigin: undefined })).webhook).toMatch(/^ok: /)
  const url = 'https://shop.test/api/webhooks/paypal'
  answers[WEBHOOK] = { body: { url, event_types: [{ name: 'PAYMENT.CAPTURE.COMPLETED' }] } }
  expect((await check()).webhook).toMatch(/^wrong: .*PAYMENT\.REFUND\.FAILED/)
  answers[WEBHOOK] = { body: { url, event_types: [{ name: '*' }] } }
  expect((await check()).webhook).toMatch(/^ok: /)
})

test('a certificate without a chain is reported with the setting that solves the problem', async () => {
  expect((await check({}, { pem: leaf })).certificate).toMatch(/^wrong: .*PAYPAL_CA_FILE/)
  expect((await check({ authorities: root + intermediate }, { pem: leaf })).certificate).toMatch(/^ok: /)
  expect((await check({}, { pem: root })).certificate).toMatch(/^wrong: /)
})

test('an address that does not answer is named', async () => {
  const found = await check({ baseUrl: 'http://127.0.0.1:1' })
  expect(found.account).toMatch(/^wrong: .*reach http:\/\/127\.0\.0\.1:1/)
})

async function command(changed: Record<string, string> = {}) {
  const { baseUrl, clientId, clientSecret, merchantId, webhookId } = account
  const env = {
    PAYPAL_BASE_URL: baseUrl,
    PAYPAL_CLIENT_ID: clientId,
    PAYPAL_CLIENT_SECRET: clientSecret,
    PAYPAL_MERCHANT_ID: merchantId,
    PAYPAL_WEBHOOK_ID: webhookId,
    PUBLIC_ORIGIN: 'https://shop.test',
    ...changed,
  }
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], { env })
  const [said, failed] = [text(child.stdout), text(child.stderr)]
  const [code] = await once(child, 'close')
  return { code, said: await said, failed: await failed }
}

test('the command prints a line for each finding, and fails if a finding is wrong', async () => {
  expect(await command()).toMatchObject({
    code: 0,
    said: expect.stringMatching(/ok +account: .*\nok +order: .*\nok +webhook: /),
  })
  expect(await command({ PUBLIC_ORIGIN: 'https://other.test' })).toMatchObject({
    code: 1,
    said: expect.stringMatching(/\nWRONG +webhook: /),
  })
  expect(await command({ PAYPAL_CLIENT_ID: '' })).toMatchObject({
    code: 1,
    failed: expect.stringMatching(/^PAYPAL_CLIENT_ID: set it, because PAYPAL_CLIENT_SECRET is set/),
  })
})
