import { answerErrors } from '@shop/server/http/answer-errors'
import { adminOf, authenticate } from '@shop/server/http/authenticate'
import { serve } from '@shop/server/http/serve'
import Koa from 'koa'
import { afterEach, expect, test, vi } from 'vitest'
import { forwardTo } from './forward-to.ts'
import { nameRequest } from './name-request.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const close of closing.splice(0).toReversed()) await close()
})

const caller = { id: 'ada', role: 'customer' } as const
/** This room knows one token, which belongs to a customer, and it admits only admins. */
const room = new Koa()
  .use(answerErrors())
  .use((ctx, next) => {
    if (ctx.path !== '/readyz') return next()
    ctx.body = {}
  })
  .use(
    authenticate({
      verify: async (token) => (token === 'a.b.c' ? { accountId: 'ada', ver: 0 } : undefined),
      callerBy: async () => caller,
    }),
  )
  .use((ctx) => {
    ctx.body = adminOf(ctx)
  })

async function opened(app: Koa) {
  const serving = await serve(app.callback(), { host: '127.0.0.1', port: 0 })
  closing.push(() => serving.stop(0))
  return serving.url
}

test.each(['in the same process', 'in another process'])(
  'if a room %s refuses a request, the log line says who was refused, but the answer does not',
  async (where) => {
    const app = new Koa().use(nameRequest())
    if (where === 'in the same process') for (const middleware of room.middleware) app.use(middleware)
    else {
      const remote = forwardTo([await opened(room)])
      closing.push(remote.close)
      await remote.known
      app.use(remote.middleware)
    }
    const url = await opened(app)
    let lines = ''
    vi.spyOn(process.stderr, 'write').mockImplementation((line) => {
      lines += String(line)
      return true
    })
    const known = await fetch(url, { headers: { authorization: 'Bearer a.b.c' } })
    const stranger = await fetch(url, { headers: { 'x-caller': 'admin root' } })
    expect([known.status, stranger.status]).toEqual([403, 401])
    for (const { headers } of [known, stranger]) expect(headers.get('x-caller')).toBeNull()
    const [first, second] = lines
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(first).toMatchObject({ message: 'refused', method: 'GET', status: 403, role: 'customer', account: 'ada' })
    expect(second).toMatchObject({ message: 'refused', status: 401, role: 'nobody' })
    expect(second.account).toBeUndefined()
  },
)
