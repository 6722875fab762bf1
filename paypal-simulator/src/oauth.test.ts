import { afterAll, beforeAll, expect, test } from 'vitest'
import { basic, clientId, clientSecret, orderFor, startForTests } from './test-support/start-for-tests.ts'

let paypal: Awaited<ReturnType<typeof startForTests>>
beforeAll(async () => {
  paypal = await startForTests()
})
afterAll(() => paypal.close())

const askToken = (authorization: string, form = 'grant_type=client_credentials') =>
  paypal.send('POST', '/v1/oauth2/token', form, {
    Authorization: authorization,
    'Content-Type': 'application/x-www-form-urlencoded',
  })

test('client credentials are exchanged for a bearer token', async () => {
  const { status, body } = await askToken(basic(clientId, clientSecret))
  expect(status).toBe(200)
  expect(body).toMatchObject({
    token_type: 'Bearer',
    expires_in: 32400,
    nonce: expect.stringMatching(/^2026-05-01T10:00:00Z.{43}$/),
  })
  expect((await paypal.post('/v2/checkout/orders', orderFor('5.00'), { token: body.access_token })).status).toBe(201)
})

test.each([
  ['another secret', basic(clientId, 'guess')],
  ['another client', basic('guess', clientSecret)],
  ['no secret', basic(clientId, '')],
  ['nonsense', 'Basic %%%'],
  ['nothing', ''],
])('%s gets no token', async (_what, authorization) => {
  const { status, body } = await askToken(authorization)
  expect([status, body.error]).toEqual([401, 'invalid_client'])
})

test('another grant type is refused', async () => {
  const { status, body } = await askToken(basic(clientId, clientSecret), 'grant_type=password')
  expect([status, body.error]).toEqual([400, 'unsupported_grant_type'])
})

test('a token that is missing, altered or of another kind is refused', async () => {
  const token = await paypal.token()
  const [head, mark] = token.split('.') as [string, string]
  for (const wrong of ['x', `${head}0.${mark}`, `${token}0`, head, `.${mark}`]) {
    for (const path of ['/v2/checkout/orders', '/v2/checkout/orders/A/capture', '/v2/payments/captures/A/refund']) {
      const { status, body } = await paypal.post(path, orderFor('5.00'), { token: wrong })
      expect([wrong, path, status, body.error]).toEqual([wrong, path, 401, 'invalid_token'])
    }
  }
  const { status, body } = await paypal.post('/v2/checkout/orders', orderFor('5.00'))
  expect([status, body.name]).toEqual([401, 'AUTHENTICATION_FAILURE'])
})

test('a token expires after nine hours', async () => {
  const token = await paypal.token()
  paypal.passSeconds(32399)
  expect((await paypal.get('/v2/checkout/orders/NO', { token })).status).toBe(404)
  paypal.passSeconds(1)
  expect((await paypal.get('/v2/checkout/orders/NO', { token })).status).toBe(401)
})
