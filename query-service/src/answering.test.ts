import Router from '@koa/router'
import { answerErrors } from '@shop/server/http/answer-errors'
import { serve } from '@shop/server/http/serve'
import type { Checkpoint } from '@shop/stores/read-store/checkpoint'
import Koa, { type Middleware } from 'koa'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Answering, checkReadModels } from './answering.ts'

let checkpoints: Map<string, Checkpoint>
let server: Awaited<ReturnType<typeof serve>>
beforeEach(async () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  checkpoints = new Map([['products@1', { position: '7' }]])
  const answering = [listOf('/orders', 'orders@2'), listOf('/products', 'products@1')]
  const app = new Koa().use(answerErrors())
  app.use(checkReadModels({ followed: ['products@1', 'orders@2'], checkpoints: () => checkpoints }, answering))
  for (const [routes] of answering) app.use(routes.routes() as Middleware)
  server = await serve(app.callback(), { host: '127.0.0.1', port: 0 })
})
afterEach(async () => {
  await server.stop(0)
  vi.restoreAllMocks()
})

function listOf(path: string, name: string): Answering {
  const routes = new Router().get(path, (ctx) => {
    ctx.body = []
  })
  return [routes, [{ name }]]
}

test('an answer made of a read model that is not built yet is 503 with Retry-After, other answers are given', async () => {
  const ask = (path: string) => fetch(`${server.url}${path}`)
  const refused = await ask('/orders')
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '1'])
  expect((await ask('/products')).status).toBe(200)
  checkpoints.set('orders@2', { position: '7' })
  expect((await ask('/orders')).status).toBe(200)
})
