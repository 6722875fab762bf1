import Router from '@koa/router'
import { ShopError } from '@shop/language/errors'
import { signalStream } from '@shop/language/events/signal-events'
import { idFrom } from '@shop/language/id-from'
import { receivedBody } from '@shop/server/http/received-body'
import { requestIdOf } from '@shop/server/http/request-metadata'
import { networkOf } from '@shop/server/limits/address-keys'
import type { Context } from 'koa'
import { answer } from '../answer.ts'
import { createWebhookLimit } from '../command-limits.ts'
import type { Parts } from '../parts.ts'
import { signalDecider } from './signal-decider.ts'
import { signalIn } from './webhook-shapes.ts'

/** PayPal's own are a few KiB. */
const BODY = { maxBytes: 64 * 1024, withinMs: 10_000 }

/**
 * Webhooks of the payment provider: only signals, so whatever is true is asked of it afterwards. One that is unsigned or changed is
 * recorded nowhere. Reads its own body, since the signature is over its bytes.
 */
export function webhookRoutes({ commands, counters, isGenuineWebhook }: Parts): Router {
  const router = new Router()
  const limit = createWebhookLimit(counters)

  router.post('/webhooks/paypal', async (ctx) => {
    const network = networkOf(ctx.ip)
    await limit.refuseIfUsedUp(network)
    const body = await receivedBody(ctx as Context, BODY)
    if (body.length > BODY.maxBytes) throw new ShopError('TOO_LARGE', 'A webhook has at most 64 KiB')
    if (!(await isGenuineWebhook((name) => ctx.get(name), body))) {
      await limit.take(network)
      throw new ShopError('UNAUTHENTICATED', 'This webhook is not signed by the payment provider')
    }
    const signal = readSignal(body, commands.now().toISOString())
    const said = { message: 'Received' }
    if (!signal) return answer(ctx, said)
    const metadata = {
      correlationId: requestIdOf(ctx),
      causationId: idFrom('signal', signal.signalId),
      actor: { role: 'system' as const },
    }
    const receive = { type: 'Receive', signal } as const
    const { position } = await commands.ensure(signalDecider, signalStream(signal), receive, metadata)
    answer(ctx, said, position)
  })

  return router
}

function readSignal(body: Buffer, receivedAt: string) {
  try {
    return signalIn(JSON.parse(body.toString('utf8')), receivedAt)
  } catch (cause) {
    throw new ShopError('VALIDATION_FAILED', 'This webhook has another shape than the shop knows', { cause })
  }
}
