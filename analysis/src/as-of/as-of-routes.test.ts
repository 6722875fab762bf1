import type { Timeline } from '@shop/language/analysis/answers'
import { serve } from '@shop/server/http/serve'
import Koa from 'koa'
import { expect, test } from 'vitest'
import { createAnalysis } from '../create-analysis.ts'
import { asOfRoutes } from './as-of-routes.ts'

const MOST = 16
const nothing = async () => {
  throw new Error('Not asked for here')
}

test('requests above the limit are refused with OVERLOADED, and a later request is answered', async () => {
  const answer = Promise.withResolvers<Timeline>()
  const routes = asOfRoutes({
    books: nothing,
    activity: nothing,
    explain: nothing,
    evidence: nothing,
    things: { find: nothing, list: nothing, compare: nothing },
    timeline: () => answer.promise,
  })
  const room = createAnalysis({
    routes: [routes],
    verify: async (token) => ({ accountId: token, ver: 0 }),
    callerBy: async ({ accountId }) => ({ id: accountId, role: 'analyst' }),
  })
  const serving = await serve(new Koa().use(room).callback(), { host: '127.0.0.1', port: 0 })
  const ask = () => fetch(`${serving.url}/analysis/timeline`, { headers: { authorization: 'Bearer a.n.n' } })
  const refused: Promise<{ code?: string }>[] = []
  const asked = Array.from({ length: MOST + 4 }, async () => {
    const response = await ask()
    if (response.status === 503) refused.push(response.json() as Promise<{ code?: string }>)
    return response
  })
  await expect.poll(() => refused.length).toBe(4)
  expect(await refused[0]).toMatchObject({ code: 'OVERLOADED' })
  answer.resolve({} as Timeline)
  const statuses = (await Promise.all(asked)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(MOST)
  expect((await ask()).status).toBe(200)
  await serving.stop(0)
})
