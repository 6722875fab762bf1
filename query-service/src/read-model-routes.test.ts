import { ShopError } from '@shop/language/errors'
import { START } from '@shop/language/events/event'
import { orders } from '@shop/language/order/document'
import { refusedReadModels } from '@shop/language/shop/refused-read-models'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startShop } from './test-support/start-shop.ts'

describe('GET /admin/read-models', () => {
  let shop: Awaited<ReturnType<typeof startShop>>
  beforeEach(async () => {
    shop = await startShop()
    await shop.people()
  })
  afterEach(() => shop.close())

  type ReadModelRow = { name: string; building?: object }
  async function ordersRow() {
    const all = (await shop.body('/admin/read-models', 'root')) as ReadModelRow[]
    return all.find(({ name }) => name === orders.name)
  }

  test('says how much of the log is read for a read model that is being built', async () => {
    expect(await ordersRow()).toEqual({ name: orders.name, leftOut: { count: 0, newest: [] } })
    const stage = await shop.readStore.stage(orders)
    expect(await ordersRow()).toMatchObject({ building: { read: 0, of: 4, unit: 'events' } })
    const [, second] = await Array.fromAsync(shop.log.readStream('stream'))
    await stage.write([], second!.position)
    expect(await ordersRow()).toMatchObject({ building: { read: 2, of: 4, unit: 'events' } })
    await stage.goLive()
    expect(await ordersRow()).not.toHaveProperty('building')
  })

  test('does not say how much has been read while the read models are unavailable', async () => {
    await shop.readStore.stage(orders)
    vi.spyOn(shop.readStore, 'staged').mockRejectedValue(new ShopError('UNAVAILABLE', 'Away'))
    expect(await ordersRow()).toEqual({ name: orders.name, leftOut: { count: 0, newest: [] } })
  })

  test('lists a rebuilt read model that does not go live', async () => {
    const at = '2026-01-01T00:00:00.000Z'
    const stage = await shop.readStore.stage(refusedReadModels)
    const document = { _id: 'orders@99', at }
    await stage.write([{ id: document._id, document }], START)
    await stage.goLive()
    const all = (await shop.body('/admin/read-models', 'root')) as ReadModelRow[]
    expect(all.at(-1)).toEqual({ name: 'orders@99', refused: { at }, leftOut: { count: 0, newest: [] } })
  })
})
