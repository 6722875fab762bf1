import { randomBytes } from 'node:crypto'
import type { Context, Middleware } from 'koa'
import helmet from 'koa-helmet'

const STRICT = {
  'default-src': ["'self'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'https:', 'data:', 'blob:'],
  'connect-src': ["'self'"],
  'frame-src': ["'self'"],
  'child-src': ["'self'"],
  'frame-ancestors': ["'self'"],
  'form-action': ["'self'"],
  'base-uri': ["'none'"],
  'object-src': ["'none'"],
}

/** Security headers of all answers. */
export function securityHeaders(): Middleware {
  const headers = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: STRICT },
    // No page but the one that takes payments opens a window that it then speaks with.
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    // Takes effect behind a proxy with TLS; over plain HTTP browsers ignore it.
    strictTransportSecurity: { maxAge: 365 * 24 * 60 * 60, includeSubDomains: true },
  })
  return (ctx, next) => {
    ctx.set('Permissions-Policy', permissionsPolicy('()'))
    return headers(ctx as Context, next)
  }
}

/** Sets what the page that takes payments may do instead; returns the nonce of its answer, where its policy has one. */
export type PaymentHeaders = (ctx: Context) => string | undefined

/** The headers of the page that takes payments (ADR 43). */
export function paymentHeaders({ simulated }: { simulated: boolean }): PaymentHeaders {
  return (ctx) => {
    // With any other policy WebKit cuts off a payment window that is opened empty and then sent to another site.
    ctx.set('Cross-Origin-Opener-Policy', 'unsafe-none')
    if (simulated) return undefined
    const nonce = randomBytes(16).toString('base64')
    ctx.set('Content-Security-Policy', paypalPolicy(nonce))
    ctx.set('Permissions-Policy', permissionsPolicy('(self "https://www.paypal.com" "https://www.sandbox.paypal.com")'))
    return nonce
  }
}

const PAYPAL = ['https://*.paypal.com', 'https://*.paypalobjects.com', 'https://*.venmo.com']

/** What PayPal asks for, with a nonce instead of inline scripts (developer.paypal.com/sdk/js/best-practices). */
function paypalPolicy(nonce: string): string {
  const policy = {
    ...STRICT,
    'script-src': ["'self'", `'nonce-${nonce}'`, ...PAYPAL],
    'style-src': ["'self'", "'unsafe-inline'", ...PAYPAL],
    'connect-src': ["'self'", ...PAYPAL],
    'frame-src': ["'self'", ...PAYPAL],
    'child-src': ["'self'", ...PAYPAL],
  }
  return Object.entries(policy)
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join(';')
}

/** What a browser may ask its owner for on our pages: nothing, but PayPal's button may open the browser's own payment sheet. */
const permissionsPolicy = (payment: string): string =>
  [...NEVER_USED.map((feature) => `${feature}=()`), `payment=${payment}`].join(', ')

const NEVER_USED = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'magnetometer',
  'microphone',
  'midi',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
