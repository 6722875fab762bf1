import Router from '@koa/router'
import type { Context } from 'koa'
import { expect, test, vi } from 'vitest'
import { routesByFirstWord } from './routes-by-first-word.ts'

const ran: string[] = []
const note = (name: string) => (_ctx: unknown, next: () => unknown) => {
  ran.push(name)
  return next()
}
const done = (name: string) => (ctx: Context) => {
  ran.push(name)
  ctx.body = ctx.params
}
const nested = (path: string, name: string) => new Router().post(path, done(name)).routes()
const router = new Router({ strict: true, sensitive: true })
  .use(nested('/webhooks/:provider', 'webhook'))
  .use(note('before'))
  .use(nested('/carts', 'carts'))
  .use(['/carts/:id'], note('one cart'))
  .use(nested('/carts/:id', 'cart'))
  .use(nested('/orders/:id', 'order'))
const routes = routesByFirstWord(router)

async function post(path: string) {
  ran.length = 0
  const ctx = { path, method: 'POST', request: {} } as Context
  await routes(ctx, async () => {
    ctx.body = 'not found'
  })
  return { ran: [...ran], answer: ctx.body }
}

test.each([
  ['/carts', ['before', 'carts'], {}],
  ['/carts/a%2Fb', ['before', 'one cart', 'cart'], { id: 'a/b' }],
  ['/orders/1', ['before', 'order'], { id: '1' }],
  ['/webhooks/paypal', ['webhook'], { provider: 'paypal' }],
  ['/Carts', [], 'not found'],
  ['/', [], 'not found'],
  ['/constructor', [], 'not found'],
])('a request to %s runs %j', async (path, expected, answer) => {
  expect(await post(path)).toEqual({ ran: expected, answer })
})

test('only routes with the same first word are tried', async () => {
  const tried = router.stack.map((layer) => ({ path: String(layer.path), match: vi.spyOn(layer, 'match') }))
  await post('/carts/1')
  const words = tried.filter(({ match }) => match.mock.calls.length > 0).map(({ path }) => path)
  expect(words.filter((path) => path.startsWith('/'))).toEqual(['/carts', '/carts/:id', '/carts/:id'])
})
