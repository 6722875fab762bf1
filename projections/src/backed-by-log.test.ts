import { users } from '@shop/language/account/document'
import { carts } from '@shop/language/cart/document'
import { ShopError } from '@shop/language/errors'
import type { EventReader } from '@shop/stores/event-store/event-store'
import { openSqliteReadStore } from '@shop/stores/read-store/sqlite/sqlite-read-store'
import { expect, test } from 'vitest'
import { backedByLog } from './backed-by-log.ts'

const item = { productId: 'p1', size: 'M', color: 'Red', quantity: 2, name: 'Shirt', image: '', priceCents: 2500 }
const log = {
  async *readStream(stream: string) {
    if (stream === 'cart-c1') yield { type: 'ItemAddedToCart', data: { ownerId: 'c1', item } }
  },
} as unknown as EventReader
const present = { isDamaged: () => false }
const away = async () => {
  throw new ShopError('UNAVAILABLE', 'The read models cannot be reached')
}

test('a cart is folded from its stream while the documents are unavailable', async () => {
  const store = backedByLog({ ...openSqliteReadStore(':memory:'), get: away }, log, present)
  expect(await store.get(carts, 'c1')).toMatchObject({ _id: 'c1', items: [item] })
  expect(await store.get(carts, 'c2')).toBeUndefined()
})

test('while the documents are unavailable, a document that depends on several streams is refused', async () => {
  const store = backedByLog({ ...openSqliteReadStore(':memory:'), get: away }, log, present)
  await expect(store.get(users, 'c1')).rejects.toThrow('cannot be reached')
})

test('documents that are gone from the read store are not read: a cart is folded, and a list is refused', async () => {
  const store = backedByLog(openSqliteReadStore(':memory:'), log, { isDamaged: () => true })
  expect(await store.get(carts, 'c1')).toMatchObject({ _id: 'c1', items: [item] })
  for (const read of [store.find(users), store.getMany(users, ['c1']), store.count(users, {}, 1)])
    await expect(read).rejects.toMatchObject({ code: 'UNAVAILABLE' })
})

test('if documents are available, they are used; a programming error is thrown', async () => {
  expect(await backedByLog(openSqliteReadStore(':memory:'), log, present).get(carts, 'c1')).toBeUndefined()
  const broken = {
    ...openSqliteReadStore(':memory:'),
    get: async () => {
      throw new TypeError('broken')
    },
  }
  await expect(backedByLog(broken, log, present).get(carts, 'c1')).rejects.toThrow(TypeError)
})
