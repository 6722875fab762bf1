import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callerAt } from '../support/caller.ts'
import { uploadAs } from '../support/people.ts'
import { startShop } from '../support/shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  shop = await startShop({ DEMO: 'off', RATE_LIMITS: 'on' })
})
afterAll(() => shop.close())

test('U12: an eleventh picture in a minute from one address is refused', async () => {
  const anonymous = callerAt(shop.url)
  const create = { width: 60, height: 40, channels: 3, background: 'red' } as const
  const png = await sharp({ create }).png().toBuffer()
  const statuses = []
  for (let n = 0; n < 11; n++) statuses.push((await uploadAs(anonymous, png)).status)
  expect(statuses).toEqual([...Array(10).fill(200), 429])
  expect((await uploadAs(anonymous, png)).headers.get('retry-after')).toMatch(/^[1-9]\d?$/)
})
