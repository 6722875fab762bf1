import Router from '@koa/router'
import { ShopError } from '@shop/language/errors'
import { answerErrors } from '@shop/server/http/answer-errors'
import { authenticate } from '@shop/server/http/authenticate'
import { jsonBody } from '@shop/server/http/request-body'
import { routesByFirstWord } from '@shop/server/http/routes-by-first-word'
import type { JobOutcome } from '@shop/stores/job-queue/job-queue'
import type { Context, Middleware, Next } from 'koa'
import { accountRoutes } from './account/account-routes.ts'
import { callerBy } from './account/accounts.ts'
import { createPasswordCheck } from './account/password-check.ts'
import { accountDeletionRoutes } from './account-deletion/account-deletion-routes.ts'
import { addressRoutes } from './address/address-routes.ts'
import { caseRoutes } from './attention/case-routes.ts'
import { cartRoutes } from './cart/cart-routes.ts'
import { ownStockIn } from './checkout/hold-stock.ts'
import { limitAnonymousWrites } from './command-limits.ts'
import { contactRoutes } from './contact/contact-routes.ts'
import { exportRoutes } from './export/export-routes.ts'
import { createQueuedCommands, type QueuedJob } from './handle-queued.ts'
import { outboxRoutes } from './mail/outbox-routes.ts'
import { newsletterRoutes } from './newsletter/newsletter-routes.ts'
import { noteRoutes } from './note/note-routes.ts'
import { orderRoutes } from './order/order-routes.ts'
import { orderVersions } from './order/order-versions.ts'
import { ownOrderRoutes } from './order/own-order-routes.ts'
import type { Parts } from './parts.ts'
import { productRoutes } from './product/product-routes.ts'
import { purchaseRoutes } from './purchase/purchase-routes.ts'
import { boardRoutes } from './question/board-routes.ts'
import { questionMailRoutes } from './question/mail-routes.ts'
import { questionRoutes } from './question/question-routes.ts'
import { uploadRoutes } from './upload/upload-routes.ts'
import { webhookRoutes } from './webhook/webhook-routes.ts'

export function createCommandService(parts: Parts): {
  middleware: Middleware
  handleQueued: (job: QueuedJob) => Promise<JobOutcome>
} {
  const { commands, tokens, counters } = parts
  const check = createPasswordCheck(parts)
  const router = new Router({ strict: true, sensitive: true })
    // The routes for webhooks and uploads read the bodies themselves, so they come before the JSON parser. The webhook route also comes
    // before the limit by network, because the payment provider sends all webhooks from a few networks.
    .use(webhookRoutes(parts).routes())
    .use(limitAnonymousWrites(counters))
    .use(uploadRoutes(parts).routes())
    .use(jsonBody())
    .use(productRoutes(parts).routes())
    .use(cartRoutes(parts, ownStockIn(commands)).routes())
    .use(['/checkouts/:id/finalize', '/orders/:id', '/own-orders/:id'], orderVersions(parts))
    .use(purchaseRoutes(parts).routes())
    .use(orderRoutes(parts).routes())
    .use(contactRoutes(parts).routes())
    .use(newsletterRoutes(parts).routes())
    .use(noteRoutes(parts).routes())
    .use(addressRoutes(parts).routes())
    .use(ownOrderRoutes(parts).routes())
    .use(caseRoutes(parts).routes())
    .use(outboxRoutes(parts).routes())
    .use(questionRoutes(parts).routes())
    .use(boardRoutes(parts).routes())
    .use(questionMailRoutes(parts).routes())
    .use(exportRoutes(parts).routes())
    .use(accountRoutes(parts, check).routes())
    .use(accountDeletionRoutes(parts, check).routes())
  const errors = answerErrors()
  const caller = authenticate({ verify: tokens.verify, callerBy: (signedIn) => callerBy(commands, signedIn) })
  const routes = routesByFirstWord(router)
  const middleware: Middleware = (ctx, next) =>
    errors(ctx, () => caller(ctx, () => routes(ctx, () => refuseOtherMethods(ctx, next))))
  return { middleware, handleQueued: createQueuedCommands(parts) }

  function refuseOtherMethods(ctx: Context, next: Next) {
    const methods = new Set(router.match(ctx.path, ctx.method).path.flatMap((layer) => layer.methods))
    if (methods.size === 0) return next()
    ctx.set('Allow', [...methods].join(', '))
    throw new ShopError('METHOD_NOT_ALLOWED', `This address allows only ${[...methods].join(', ')}`)
  }
}
