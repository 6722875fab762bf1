import Router from '@koa/router'
import type { Context, Middleware } from 'koa'
import { browserRoutes } from './browser-routes.ts'
import { answerErrors, refused } from './errors.ts'
import { faultRoutes } from './fault-routes.ts'
import { createFaults } from './faults.ts'
import { createIdempotency, type IdempotencyMode } from './idempotency.ts'
import { identityRoutes } from './identity-routes.ts'
import { type OpenSync, openLedger } from './ledger.ts'
import { limitStrangers } from './limit-strangers.ts'
import { oauthRoutes } from './oauth.ts'
import { orderRoutes } from './order-routes.ts'
import { paymentRoutes } from './payment-routes.ts'
import { readBody } from './request-body.ts'
import { askedWebhookRoutes, notificationRoutes, type ReportAct, reportAfter } from './webhook-routes.ts'
import { createWebhookSender } from './webhook-sender.ts'
import type { WebhookIdentity } from './webhook-signature.ts'

export type PaypalSimulatorOptions = {
  /** The path of the ledger, a SQLite file. */
  file: string
  clientId: string
  clientSecret: string
  /** The payee of orders that name no payee. */
  merchantId: string
  /** The prefix of the simulator's paths in links. The middleware gets requests without this prefix. */
  mountPath?: string
  /** The shop's own server is not limited. */
  rateLimits?: boolean
  clientOf?: (address: string) => string
  networkOf?: (address: string) => string
  /** Whether testers can plan faults. If so, the simulator sends only the webhooks that they request. Never set this in production. */
  faults?: boolean
  /** Whether a repeat of a refused request gets the same refusal (`replays`) or a new try (`forgets`, the default). */
  idempotency?: IdempotencyMode
  /** Syncs the ledger without blocking the event loop. By default, each commit waits for its own sync. */
  openSync?: OpenSync
  /** By default, no webhooks are sent. `to`: the shop's address for webhooks. `base`: the simulator's address as the shop knows it. */
  webhooks?: { to: string | undefined; base: string; identity: WebhookIdentity } | undefined
  now?: () => Date
}

export function createPaypalSimulator(options: PaypalSimulatorOptions): { middleware: Middleware; close(): void } {
  const { file, merchantId, mountPath = '/simulator/paypal', now = () => new Date() } = options
  const ledger = openLedger(file, now, options.openSync)
  const credentials = { clientId: options.clientId, clientSecret: options.clientSecret, now }
  const siteOf = (ctx: Context) => ({ base: `${ctx.protocol}://${ctx.host}${mountPath}`, merchantId, ledger, now })

  const { rateLimits = true, clientOf = (address) => address, networkOf = clientOf } = options
  const faults = options.faults ? createFaults() : undefined
  const sender = options.webhooks && createWebhookSender({ ...options.webhooks, now })
  const report: ReportAct = (act) => (faults || !sender ? (_, next) => next() : reportAfter(siteOf, sender, act))
  const once = createIdempotency(ledger, options.idempotency ?? 'forgets')
  const onDisk: Middleware = async ({ method }, next) => {
    await next()
    if (method !== 'GET') await ledger.synced()
  }
  const parts = { siteOf, credentials, once, report, faults }
  const router = new Router()
    .use(onDisk, answerErrors, limitStrangers({ on: rateLimits, credentials, clientOf, networkOf }), readBody)
    .use(oauthRoutes(credentials, faults).routes())
    .use(identityRoutes(siteOf, credentials).routes())
    .use(orderRoutes(parts).routes())
    .use(paymentRoutes(parts).routes())
    .use(browserRoutes(siteOf, credentials, once, report).routes())
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
