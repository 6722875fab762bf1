import { randomBytes } from 'node:crypto'
import type { Middleware, ParameterizedContext } from 'koa'

type Policy = Readonly<Record<string, readonly string[]>>

const STRICT: Policy = {
  'default-src': ["'self'"],
  'script-src': ["'self'"],
  'img-src': ["'self'", 'https:', 'data:', 'blob:'],
  'frame-ancestors': ["'self'"],
  'form-action': ["'self'"],
  'base-uri': ["'none'"],
  'object-src': ["'none'"],
}

const textOf = (policy: Policy) =>
  Object.entries(policy)
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join(';')

const NEVER_USED = [
  ...['accelerometer', 'autoplay', 'camera', 'display-capture', 'encrypted-media', 'geolocation', 'gyroscope', 'hid'],
  ...['idle-detection', 'magnetometer', 'microphone', 'midi', 'publickey-credentials-get', 'screen-wake-lock'],
  ...['serial', 'usb', 'xr-spatial-tracking'],
]

/** `payment`: the origins that may open the browser's payment sheet, as PayPal's button does. */
const permissionsPolicy = (payment: string): string =>
  [...NEVER_USED.map((feature) => `${feature}=()`), `payment=${payment}`].join(', ')

/** TABLE: the security headers of all answers, as in helmet 8 with a stricter policy. */
const HEADERS = Object.entries({
  'Permissions-Policy': permissionsPolicy('()'),
  'Content-Security-Policy': textOf(STRICT),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Origin-Agent-Cluster': '?1',
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': `max-age=${365 * 24 * 60 * 60}; includeSubDomains`,
  'X-Content-Type-Options': 'nosniff',
  'X-DNS-Prefetch-Control': 'off',
  'X-Download-Options': 'noopen',
  'X-Frame-Options': 'SAMEORIGIN',
  'X-Permitted-Cross-Domain-Policies': 'none',
  'X-XSS-Protection': '0',
})

export const securityHeaders: Middleware = (ctx, next) => {
  for (const [name, value] of HEADERS) ctx.res.setHeader(name, value)
  return next()
}

/** Returns the nonce of the page's policy. */
export type PaymentHeaders = (ctx: ParameterizedContext) => string | undefined

/** The headers of the payment page (ADR 43). */
export function paymentHeaders({ simulated }: { simulated: boolean }): PaymentHeaders {
  return (ctx) => {
    // With any other value, WebKit disconnects the payment window when that window opens another site.
    ctx.set('Cross-Origin-Opener-Policy', 'unsafe-none')
    if (simulated) return undefined
    const nonce = randomBytes(16).toString('base64')
    ctx.set('Content-Security-Policy', paypalPolicy(nonce))
    ctx.set('Permissions-Policy', permissionsPolicy('(self "https://www.paypal.com" "https://www.sandbox.paypal.com")'))
    return nonce
  }
}

const PAYPAL = ['https://*.paypal.com', 'https://*.paypalobjects.com', 'https://*.venmo.com']

/** The policy that PayPal requires, but with a nonce instead of inline scripts (developer.paypal.com/sdk/js/best-practices). */
function paypalPolicy(nonce: string): string {
  return textOf({
    ...STRICT,
    'script-src': ["'self'", `'nonce-${nonce}'`, ...PAYPAL],
    'style-src': ["'self'", "'unsafe-inline'", ...PAYPAL],
    'connect-src': ["'self'", ...PAYPAL],
    'frame-src': ["'self'", ...PAYPAL],
    'child-src': ["'self'", ...PAYPAL],
  })
}
