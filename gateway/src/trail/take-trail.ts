import { TrailBody } from '@shop/language/analysis/trail'
import { parse } from '@shop/server/http/parse'
import { jsonBody, receivedBody } from '@shop/server/http/request-body'
import { clientOf, networkOf } from '@shop/server/limits/address-keys'
import { beacons } from '@shop/server/limits/budgets'
import { createLimit } from '@shop/server/limits/limit'
import { TRAIL_BODY } from '@shop/server/limits/sizes'
import type { Counters } from '@shop/stores/counters/counters'
import type { ParameterizedContext } from 'koa'
import type { Trail } from './create-trail.ts'

/** Stores nothing if there is no trail (`TRAIL=off`), or if the visitor does not want to be followed (Global Privacy Control). */
export function takeTrail(trail: Pick<Trail, 'note'> | undefined, counters: Counters) {
  const budget = createLimit(counters, beacons, 'Too many page views were sent at once. Wait a moment')
  const read = jsonBody()

  return async (ctx: ParameterizedContext) => {
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
