import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import { expect, test } from 'vitest'
import { appendAll, copying, newFolder, someEvents } from '../../test-support/copied-shop.ts'
import { createModelsAsOf } from './models-as-of.ts'
import { createThingsAsOf } from './things.ts'

test('the error for a deleted order names the event that deleted it; the error for an unknown order does not', async () => {
  const store = openSqliteEventStore(':memory:')
  const { folder, remove } = newFolder()
  const [placed, deleted, restored] = await Promise.all(
    ['OrderPlaced', 'OrderDeleted', 'StockHeld'].map(async (type) => (await someEvents(1, 3, [type]))[0]!),
  )
  const ofOrder = [placed!, { ...deleted!, id: 'deleted' }].map((event) => ({
    ...event,
    data: { ...(event.data as object), orderId: 'o1' },
  }))
  await store.append('order-o1', -1, ofOrder)
  await appendAll(store, [{ ...restored!, id: 'other' }])
  await copying(store, folder, async (copy) => {
    const things = createThingsAsOf(copy, createModelsAsOf(copy, folder))
    expect((await things.find('order', 'o1', 1)).thing._id).toBe('o1')
    await expect(things.find('order', 'o1', 3)).rejects.toThrow('This order was deleted by event 2')
    await expect(things.find('order', 'o2', 3)).rejects.toThrow('There was no such order as of event 3')
  })
  await store.close()
  remove()
})
