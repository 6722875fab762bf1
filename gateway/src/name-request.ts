import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { CALLER_HEADER } from '@shop/server/http/authenticate'
import { requestIdIn } from '@shop/server/http/request-metadata'
import { clientOf } from '@shop/server/limits/address-keys'
import { logFact } from '@shop/stores/logger/logger'
import { createSampledFacts } from '@shop/stores/logger/sampled-facts'
import type { Middleware } from 'koa'

/** Only a trusted proxy may set the id of a request. */
export const idOf = ({ headers }: IncomingMessage, trustProxy: boolean): string =>
  trustProxy ? requestIdIn(headers) : randomUUID()

export function nameRequest(): Middleware {
  const logSampled = createSampledFacts()

  return async (ctx, next) => {
    ctx.state.requestId = idOf(ctx.req, ctx.app.proxy)
    // Only a gateway may set a command id.
    delete ctx.req.headers['x-command-id']
    const { requestId } = ctx.state
    ctx.set('X-Request-Id', requestId)
    const startedMs = performance.now()
    await next()
    const [role, account] = (ctx.response.get(CALLER_HEADER) || 'nobody').split(' ')
    ctx.remove(CALLER_HEADER)
    const { status, method } = ctx
    // Probes of a starting shop are answered with 503 many times.
    if (status < 400 || ctx.path === '/readyz') return
    const facts = { method, route: ctx.state.route ?? 'none', status }
    const who = { role, ...(account && { account }) }
    const ms = Math.round(performance.now() - startedMs)
    if (status !== 429 && status !== 503) return logFact('info', 'refused', { requestId, ...facts, ...who, ms })
    // There can be many refusals with 429 or 503, so they are counted and not logged one by one.
    const client = clientOf(ctx.ip)
    logSampled([client, ...Object.values(facts)].join(' '), 'refused', { ...facts, client }, { requestId, ...who, ms })
  }
}
