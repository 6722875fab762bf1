import Router from '@koa/router'
import { signalStream } from '@shop/language/checkout/signal-events'
import { ShopError } from '@shop/language/errors'
import { idFrom } from '@shop/language/values/id-from'
import { receivedBody } from '@shop/server/http/request-body'
import { requestIdOf } from '@shop/server/http/request-metadata'
import { networkOf } from '@shop/server/limits/address-keys'
import { WEBHOOK_BODY } from '@shop/server/limits/sizes'
import { logFact } from '@shop/stores/logger/logger'
import { answer } from '../answer.ts'
import { openCase, settleCase } from '../case/cases.ts'
import { createWebhookLimits } from '../command-limits.ts'
import type { CommandHandler } from '../handler/command-handler.ts'
import { tracked } from '../handler/tracked.ts'
import type { Parts } from '../parts.ts'
import type { WebhookVerdict } from '../payment/verify-webhook.ts'
import { signalDecider } from './signal-decider.ts'
import { type Read, readWebhook } from './webhook-shapes.ts'

/**
 * A webhook is only a signal: the shop then looks up payments and refunds at the provider. This route reads the body itself, because the
 * signature covers its bytes.
 */
export function webhookRoutes(everything: Parts): Router {
  const { counters } = everything
  const router = new Router()
  const limitsOf = createWebhookLimits(counters)

  router.post('/webhooks/paypal', async (ctx) => {
    const { beforeLookUp, countWrong } = await limitsOf(networkOf(ctx.ip))
    const body = await receivedBody(ctx, WEBHOOK_BODY)
    if (body.length > WEBHOOK_BODY.maxBytes)
      throw new ShopError('TOO_LARGE', `A webhook has at most ${WEBHOOK_BODY.maxBytes / 1024} KiB`)
    const verdict = await everything
      .checkWebhook((name) => ctx.get(name), body, beforeLookUp)
      .catch(async (error) => {
        await countWrong()
        throw error
      })
    const parts = tracked(everything, ctx)
    await noteVerdict(parts.commands, verdict, requestIdOf(ctx))
    if (verdict.is === 'unverified')
      logFact('warn', 'A webhook cannot be verified', { code: verdict.code, certUrl: ctx.get('paypal-cert-url') })
    if (verdict.is !== 'genuine') {
      await countWrong()
      throw new ShopError('UNAUTHENTICATED', 'This webhook is not signed by the payment provider')
    }
    await take(parts.commands, readWebhook(body, parts.commands.now().toISOString()), requestIdOf(ctx))
    answer(ctx, { message: 'Received' })
  })

  return router
}

/** One case collects all unverified webhooks. */
async function noteVerdict(commands: CommandHandler, verdict: WebhookVerdict, correlationId: string) {
  const [kind, actor] = ['webhooks-unverified', { role: 'system' }] as const
  const metadata = { correlationId, causationId: correlationId, actor }
  if (verdict.is === 'unverified') await openCase(commands, { kind, amountCents: 0, code: verdict.code }, metadata)
  if (verdict.is === 'genuine') await settleCase(commands, { kind }, { outcome: 'settled' }, metadata)
}

/** A webhook that the shop does not understand becomes a case. PayPal would resend a refused webhook for days. */
async function take(commands: CommandHandler, read: Read, correlationId: string) {
  if (read.is === 'not followed') return
  const signalId = read.is === 'signal' ? read.signal.signalId : read.signalId
  const causationId = idFrom('signal', signalId)
  const metadata = { correlationId, causationId, actor: { role: 'system' as const } }
  if (read.is === 'signal') {
    const receive = { type: 'Receive', signal: read.signal } as const
    await commands.ensure(signalDecider, signalStream(read.signal), receive, metadata)
    return
  }
  const { what: code, cause } = read
  logFact('warn', 'A webhook was not understood', { what: code, signalId, error: cause.message })
  await openCase(commands, { kind: 'webhook-unknown', amountCents: 0, code, debugId: signalId }, metadata)
}
