import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiTable } from '../../gateway/src/api-table.ts'
import { permissions } from '../../gateway/src/permissions.ts'
import { untilCopied } from '../support/analysis-room.ts'
import { callerAt } from '../support/caller.ts'
import { adminAt } from '../support/people.ts'
import { startShop } from '../support/shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  shop = await startShop({ DEMO: 'off', ANALYSIS: 'on', RATE_LIMITS: 'off' })
  await untilCopied(await adminAt(shop.url))
})
afterAll(() => shop.close())

const guarded = apiTable.filter(({ who }) => 'anonymous' in permissions[who].refused && who !== 'cart owner')

test.each(guarded.map(({ method, path }) => [method, path]))(
  '%s %s refuses an unknown caller before it reads the request',
  async (method, path) => {
    const unreadable = `${path.replaceAll(/\{\w+\}/g, 'x'.repeat(400))}?limit=none&asOf=never`
    const body = method === 'GET' ? {} : { body: ['unreadable'] }
    expect((await callerAt(shop.url).send(method, unreadable, body)).status).toBe(401)
  },
)
