import type { Middleware } from 'koa'
import helmet from 'koa-helmet'

const PAYPAL = ['https://*.paypal.com', 'https://*.paypalobjects.com']

/** What a browser may do with our pages. `realPaypal` lets in the provider's script, frames and inline styles. */
export function securityHeaders({ realPaypal }: { realPaypal: boolean }): Middleware {
  const self = ["'self'"]
  const selfAndPaypal = realPaypal ? [...self, ...PAYPAL] : self
  return helmet({
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
        'base-uri': self,
        'object-src': ["'none'"],
      },
    },
    // The provider's pay window must be able to answer the page that opened it.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    // Counts behind a proxy that speaks TLS; over plain HTTP browsers ignore it.
    strictTransportSecurity: { maxAge: 365 * 24 * 60 * 60, includeSubDomains: false },
  })
}
