import { START } from '@shop/language/events/event'
import { answerErrors } from '@shop/server/http/answer-errors'
import { serve } from '@shop/server/http/serve'
import type { EventReader } from '@shop/stores/event-store/event-store'
import type { Standings } from '@shop/stores/read-store/standings'
import Koa, { type Middleware } from 'koa'
import { expect, test } from 'vitest'
import { consistencyRoutes } from './consistency-routes.ts'

type Log = Pick<EventReader, 'extent' | 'head'>

async function asked(standings: Standings, log: Log) {
  const [router] = consistencyRoutes({ standings: () => standings }, log)
  const routes = router.routes() as Middleware
  const app = new Koa().use(answerErrors()).use((ctx, next) => {
    ctx.state.caller = { id: 'root', role: 'admin' }
    return routes(ctx, next)
  })
  const { url, stop } = await serve(app.callback(), { host: '127.0.0.1', port: 0 })
  const answer = await (await fetch(`${url}/admin/consistency`)).json()
  await stop(0)
  return answer
}

test('pages show the events up to the position of the slowest read model', async () => {
  const log: Log = {
    extent: async (position) => ({ read: Number(position), all: 9, unit: 'events' }),
    head: async () => '9',
  }
  expect(await asked({ orders: { position: '9' }, stock: { position: '7', halted: true } }, log)).toEqual({
    event: 7,
    behind: 2,
  })
  expect(await asked({ orders: { position: '9' }, stock: {} }, log)).toEqual({ event: Number(START), behind: 9 })
})

test('a log that cannot count its events reports only whether pages show all events', async () => {
  const log: Log = {
    extent: async (position) => ({ read: Number(position), all: 4711, unit: 'bytes' }),
    head: async () => '0042',
  }
  expect(await asked({ orders: { position: '0042' } }, log)).toEqual({ event: null, behind: 0 })
  expect(await asked({ orders: { position: '0041' } }, log)).toEqual({ event: null, behind: null })
})
