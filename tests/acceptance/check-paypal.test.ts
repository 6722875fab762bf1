import { simulatorCredentials } from '@shop/server/payments-config'
import { simulatorWebhooks } from '@shop/server/simulator-webhooks'
import { freePort } from '@shop/stores/test-support/free-port'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startProviderCheck } from '../../paypal-simulator/src/test-support/checking-proxy.ts'
import { startShop } from '../support/shop.ts'
import { runCommand } from './run-command.ts'

const TOKEN_SECRET = 'a secret of the shop whose account is tried'
const { clientId, clientSecret, merchantId } = simulatorCredentials(TOKEN_SECRET)
const { id: webhookId } = simulatorWebhooks(clientSecret)

/* Runs the operator's command against the simulator of a running shop. */
describe.runIf(process.env.SHOP_URL === undefined)('npm run shop -- check-paypal', () => {
  const opening = new AsyncDisposableStack()
  let url: string
  let provider: Awaited<ReturnType<typeof startProviderCheck>>
  beforeAll(async () => {
    const port = await freePort()
    url = `http://127.0.0.1:${port}`
    opening.adopt(await startShop({ DEMO: 'off', PORT: String(port), TOKEN_SECRET }), (one) => one.close())
    provider = opening.adopt(await startProviderCheck(`${url}/simulator/paypal`), (proxy) => proxy.close())
  })
  afterAll(() => opening.disposeAsync())

  const check = (changed: Readonly<Record<string, string>> = {}) =>
    runCommand('command-service/src/check-paypal/main.ts', [], {
      PAYPAL_BASE_URL: provider.url,
      PAYPAL_CLIENT_ID: clientId,
      PAYPAL_CLIENT_SECRET: clientSecret,
      PAYPAL_MERCHANT_ID: merchantId,
      PAYPAL_WEBHOOK_ID: webhookId,
      PUBLIC_ORIGIN: url,
      ...changed,
    })

  test('finds account, order and webhook correct, and sends what PayPal’s documents specify', async () => {
    const { out, error, code } = await check()
    expect([code, error]).toEqual([0, ''])
    expect(out).toMatch(
      new RegExp(`ok +account: .*${merchantId}.*\nok +order: .*\nok +webhook: .*${url}/api/webhooks/paypal`),
    )
    expect(provider.exchanges.map(({ path }) => path)).toContain(`/v1/notifications/webhooks/${webhookId}`)
    expect(provider.deviations).toEqual([])
  })

  test('explains a missing webhook, and a webhook of another shop', async () => {
    expect(await check({ PAYPAL_WEBHOOK_ID: 'ANOTHER' })).toMatchObject({
      code: 1,
      out: expect.stringMatching(/WRONG +webhook: PayPal has no webhook ANOTHER .*RESOURCE_NOT_FOUND/),
    })
    expect(await check({ PUBLIC_ORIGIN: 'https://another.test' })).toMatchObject({
      code: 1,
      out: expect.stringMatching(/WRONG +webhook: The webhook goes to http.*It must go to https:\/\/another\.test/),
    })
    expect(provider.deviations).toEqual([])
  })
})
