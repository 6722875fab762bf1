import { afterEach, expect, test } from 'vitest'
import { startForTests } from './start-for-tests.ts'

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
  'every answer says what a browser may do with it: %s',
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
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
    expect(headers.has('x-powered-by')).toBe(false)
  },
)

test('only a real account lets PayPal’s script run and open the browser’s own payment sheet', async () => {
  await start(paypal)
  const { headers } = await gateway.ask('/')
  expect(headers.get('content-security-policy')).toContain("script-src 'self' https://*.paypal.com")
  expect(headers.get('permissions-policy')).toContain('payment=(self "https://www.paypal.com"')
})
