import Router from '@koa/router'
import type { Context, Middleware } from 'koa'
import { browserRoutes } from './browser-routes.ts'
import { answerErrors, refused } from './errors.ts'
import { faultRoutes } from './fault-routes.ts'
import { createFaults } from './faults.ts'
import { createIdempotency, type IdempotencyMode } from './idempotency.ts'
import { identityRoutes } from './identity-routes.ts'
import { openLedger } from './ledger.ts'
import { limitStrangers } from './limit-strangers.ts'
import { oauthRoutes } from './oauth.ts'
import { orderRoutes } from './order-routes.ts'
import { paymentRoutes } from './payment-routes.ts'
import { readBody } from './request-body.ts'
import { askedWebhookRoutes, notificationRoutes, type Tell, tellAfter } from './webhook-routes.ts'
import { createWebhookSender } from './webhook-sender.ts'
import type { WebhookIdentity } from './webhook-signature.ts'

export type PaypalSimulatorOptions = {
  /** The ledger, a separate SQLite file. */
  file: string
  clientId: string
  clientSecret: string
  /** The payee of orders that name no payee. */
  merchantId: string
  /** The composition root mounts the middleware under this prefix, and removes the prefix from each request. */
  mountPath?: string
  /** Limits all clients but the shop's own server; off only for benchmarks. */
  rateLimits?: boolean
  /** Maps an address to the client that it belongs to, because a client may have many addresses. */
  clientOf?: (address: string) => string
  networkOf?: (address: string) => string
  /** Accepts planned faults, for tests of a shop; never in production. With faults, the acts of buyer and shop cause no webhooks. */
  faults?: boolean
  /** What a repeated request id gets after a refusal. PayPal documents this only in words, so both ways exist; the default is `forgets`. */
  idempotency?: IdempotencyMode
  /** Without this field no webhooks are sent. `to`: where the shop receives them. `base`: the simulator's address as the shop knows it. */
  webhooks?: { to: string | undefined; base: string; identity: WebhookIdentity } | undefined
  now?: () => Date
}

/** PayPal's Orders and Payments APIs, its SDK script and the buyer's page, with test money. */
export function createPaypalSimulator(options: PaypalSimulatorOptions): { middleware: Middleware; close(): void } {
  const { file, merchantId, mountPath = '/simulator/paypal', now = () => new Date() } = options
  const ledger = openLedger(file, now)
  const credentials = { clientId: options.clientId, clientSecret: options.clientSecret, now }
  const siteOf = (ctx: Context) => ({ base: `${ctx.protocol}://${ctx.host}${mountPath}`, merchantId, ledger, now })

  const { rateLimits = true, clientOf = (address) => address, networkOf = clientOf } = options
  const faults = options.faults ? createFaults() : undefined
  const sender = options.webhooks && createWebhookSender({ ...options.webhooks, now })
  const tell: Tell = (act) => (faults || !sender ? (_, next) => next() : tellAfter(siteOf, sender, act))
  const once = createIdempotency(ledger, options.idempotency ?? 'forgets')
  const parts = { siteOf, credentials, once, tell, faults }
  const router = new Router()
    .use(answerErrors, limitStrangers({ on: rateLimits, credentials, clientOf, networkOf }), readBody)
    .use(oauthRoutes(credentials, faults).routes())
    .use(identityRoutes(siteOf, credentials).routes())
    .use(orderRoutes(parts).routes())
    .use(paymentRoutes(parts).routes())
    .use(browserRoutes(siteOf, credentials, once, tell).routes())
  if (sender) router.use(notificationRoutes(siteOf, credentials, sender).routes())
  if (faults) router.use(faultRoutes({ siteOf, faults, once, sender }).routes())
  if (faults && sender) router.use(askedWebhookRoutes(siteOf, sender).routes())
  router.all('/{*path}', () => {
    throw refused('INVALID_RESOURCE_ID')
  })
  const close = () => {
    sender?.close()
    ledger.close()
  }
  return { middleware: router.routes() as Middleware, close }
}
