import { TrailBody } from '@shop/language/api/trail'
import { jsonBody } from '@shop/server/http/json-body'
import { parse } from '@shop/server/http/parse'
import { type BodyLimits, receivedBody } from '@shop/server/http/received-body'
import { clientOf, networkOf } from '@shop/server/limits/address-keys'
import { createLimit } from '@shop/server/limits/limit'
import type { Counters } from '@shop/stores/counters/counters'
import type { Context } from 'koa'
import type { Trail } from './create-trail.ts'

/** Twenty things of the longest kinds. */
export const TRAIL_BODY: BodyLimits = { maxBytes: 8 * 1024, withinMs: 10_000 }
/** A page tells at most once in two seconds; an office may have a few at once. */
const BUDGET = { name: 'trail', points: 120, seconds: 60 }

/** Answers POST /api/trail. Without a trail (`TRAIL=off`), and for whoever wants not to be followed (Global Privacy Control), nothing is kept. */
export function takeTrail(trail: Pick<Trail, 'note'> | undefined, counters: Counters) {
  const budget = createLimit(counters, BUDGET, 'Too much was told at once. Wait a moment')
  const read = jsonBody()

  return async (ctx: Context) => {
    const client = clientOf(ctx.ip)
    await budget.take(client)
    await receivedBody(ctx, TRAIL_BODY)
    await read(ctx, async () => {})
    const body = parse(TrailBody, ctx.request.body)
    const isKept = trail !== undefined && ctx.get('Sec-GPC') !== '1'
    if (isKept) trail.note(body, { client, network: networkOf(ctx.ip), browser: ctx.get('User-Agent') })
    ctx.body = { message: isKept ? 'Counted' : 'Not kept' }
  }
}
