import type { Context, Middleware } from 'koa'
import helmet from 'koa-helmet'

const PAYPAL = ['https://*.paypal.com', 'https://*.paypalobjects.com']

/** Security headers of all answers. `realPaypal` allows the provider's script, frames and inline styles. */
export function securityHeaders({ realPaypal }: { realPaypal: boolean }): Middleware {
  const self = ["'self'"]
  const selfAndPaypal = realPaypal ? [...self, ...PAYPAL] : self
  const permissions = permissionsPolicy(realPaypal)
  const headers = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': self,
        'script-src': selfAndPaypal,
        'style-src': realPaypal ? [...self, "'unsafe-inline'"] : self,
        'img-src': [...self, 'https:', 'data:', 'blob:'],
        'connect-src': selfAndPaypal,
        'frame-src': selfAndPaypal,
        'frame-ancestors': self,
        'form-action': self,
        'base-uri': ["'none'"],
        'object-src': ["'none'"],
      },
    },
    // The provider's payment window must be able to send messages to the page that opened it.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    // Takes effect behind a proxy with TLS; over plain HTTP browsers ignore it.
    strictTransportSecurity: { maxAge: 365 * 24 * 60 * 60, includeSubDomains: true },
  })
  return (ctx, next) => {
    ctx.set('Permissions-Policy', permissions)
    return headers(ctx as Context, next)
  }
}

/** What a browser may ask its owner for on our pages: nothing, but PayPal's button may open the browser's own payment sheet. */
function permissionsPolicy(realPaypal: boolean): string {
  const payment = realPaypal ? '(self "https://www.paypal.com" "https://www.sandbox.paypal.com")' : '()'
  return [...NEVER_USED.map((feature) => `${feature}=()`), `payment=${payment}`].join(', ')
}

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
