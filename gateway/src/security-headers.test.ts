import { afterEach, describe, expect, test } from 'vitest'
import { startForTests } from './test-support/start-for-tests.ts'

let gateway: Awaited<ReturnType<typeof startForTests>>
afterEach(() => gateway.close())

const paypal = { payment: { clientId: 'real', sdkUrl: 'https://www.paypal.com/sdk/js', simulated: false } as const }
const start = async (config = {}) => {
  gateway = await startForTests({
    config: { currency: 'USD', cartCurrencySymbol: '$', trail: false, ...testPayments, ...config },
  })
}
const testPayments = { payment: { clientId: 'test', sdkUrl: '/sdk', simulated: true } as const }

test.each(['/', '/api/config', '/api/nope', '/pictures/tee-1200.webp', '/healthz', '/nowhere'])(
  'every answer has headers that say what a browser may do with it: %s',
  async (path) => {
    await start()
    const { headers } = await gateway.ask(path)
    expect(headers.get('content-security-policy')).toMatch(
      /default-src 'self'.*frame-ancestors 'self'.*base-uri 'none';object-src 'none'/,
    )
    expect(headers.get('permissions-policy')).toMatch(/camera=\(\).*geolocation=\(\).*payment=\(\)$/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.has('x-powered-by')).toBe(false)
  },
)

describe('the payment page', () => {
  const nonceOf = (policy: string | null) => /'nonce-([\w+/=]{22,})'/.exec(policy ?? '')?.[1]

  test('has the policy that PayPal requires, with its own nonce, and is not cached anywhere', async () => {
    await start(paypal)
    const [first, second] = [await gateway.ask('/checkout'), await gateway.ask('/checkout')]
    const policy = first.headers.get('content-security-policy') ?? ''
    const nonce = nonceOf(policy)
    const hosts = 'https://*.paypal.com https://*.paypalobjects.com https://*.venmo.com'
    const directives = Object.fromEntries(policy.split(';').map((one) => one.split(/ (.*)/)))
    expect(directives).toEqual({
      'default-src': "'self'",
      'script-src': `'self' 'nonce-${nonce}' ${hosts}`,
      'style-src': `'self' 'unsafe-inline' ${hosts}`,
      'img-src': "'self' https: data: blob:",
      'connect-src': `'self' ${hosts}`,
      'frame-src': `'self' ${hosts}`,
      'child-src': `'self' ${hosts}`,
      'frame-ancestors': "'self'",
      'form-action': "'self'",
      'base-uri': "'none'",
      'object-src': "'none'",
    })
    expect(await first.text()).toContain(`nonce: ${nonce} `)
    expect(nonceOf(second.headers.get('content-security-policy'))).not.toBe(nonce)
    expect(first.headers.get('permissions-policy')).toMatch(/payment=\(self "https:\/\/www.paypal.com" /)
    expect([first.headers.get('cache-control'), first.headers.get('etag')]).toEqual(['no-store', null])
  })

  test('may keep a window that it opens empty and then sends to another site, with any provider', async () => {
    await start()
    const { headers } = await gateway.ask('/checkout')
    expect(headers.get('cross-origin-opener-policy')).toBe('unsafe-none')
    expect([headers.get('cache-control'), headers.get('etag')]).toEqual(['no-store', null])
  })

  test.each(['/', '/product/42', '/api/config', '/nowhere', '/icon.svg'])(
    'is the only page with a special policy: with a real account, %s keeps the strict policy',
    async (path) => {
      await start(paypal)
      const { headers } = await gateway.ask(path)
      expect(headers.get('content-security-policy')).not.toMatch(/unsafe|nonce|paypal|venmo/)
      expect(headers.get('permissions-policy')).toMatch(/payment=\(\)$/)
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    },
  )

  test('has the strict policy with the simulator, which needs no other policy', async () => {
    await start()
    const [home, checkout] = [await gateway.ask('/'), await gateway.ask('/checkout')]
    const policies = [home, checkout].map(({ headers }) => headers.get('content-security-policy'))
    expect(policies[1]).toBe(policies[0])
    expect(await checkout.text()).toContain('nonce: undefined ')
  })
})
