import { type CartItem, cartStream, GuestCartMerged } from '@shop/language/cart/events'
import { leftShared } from '@shop/language/test-support/shared-line'
import { beforeEach, expect, test } from 'vitest'
import { ownStockIn } from '../checkout/hold-stock.ts'
import { createWorld, type World } from '../test-support/create-world.ts'
import { cartDecider } from './cart-decider.ts'
import { mergeGuestCart } from './merge-guest-cart.ts'

const guest = 'guest_1'
const shirts = (quantity: number): CartItem => ({
  productId: 'shirt',
  name: 'Shirt',
  image: '',
  size: 'M',
  color: 'Red',
  quantity,
  priceCents: 2500,
})

let world: World
let diesAt: 'before append' | 'after append' | undefined
beforeEach(async () => {
  diesAt = undefined
  world = createWorld({
    pass: async (place) => {
      if (place === diesAt) throw new Error(`died ${place}`)
    },
  })
  await world.list('shirt', 5)
})

const add = (quantity: number) =>
  world
    .parts()
    .commands.handle(
      cartDecider,
      cartStream(guest),
      { type: 'AddItem', ownerId: guest, item: shirts(quantity), left: leftShared(99) },
      world.asking(),
    )
const merge = (customerId = 'ada') =>
  mergeGuestCart(ownStockIn(world.parts().commands), { customerId, guestCart: guest }, world.asking())
const piecesOf = async (owner: string) =>
  (await world.parts().commands.load(cartDecider, cartStream(owner))).state.items.map(({ quantity }) => quantity)

test('a merge that died after the guest’s cart was handed over is finished by the queue', async () => {
  await add(2)
  diesAt = 'after append'
  await expect(merge()).rejects.toThrow('died')
  diesAt = undefined
  expect([await piecesOf(guest), await piecesOf('ada')]).toEqual([[], []])
  await world.settle()
  expect([await piecesOf(guest), await piecesOf('ada')]).toEqual([[], [2]])
})

test('the next merge finishes a merge that died, and reports the pieces that neither merge could add', async () => {
  await add(6)
  diesAt = 'after append'
  await expect(merge()).rejects.toThrow('died')
  diesAt = undefined
  await add(1)
  const { items, notices } = await merge()
  expect(items).toEqual([shirts(5)])
  expect(notices).toEqual([
    'Shirt (M, Red): 5 of 6 added to your cart, because there are not enough left.',
    'Shirt (M, Red) could not be added to your cart, because there are not enough left.',
  ])
})

test('pieces held by the customer’s own checkout can be merged into their cart', async () => {
  await world.fill('ada', { shirt: 3 })
  await world.start('ada', { shirt: 3 })
  await add(2)
  expect(await merge()).toMatchObject({ items: [{ quantity: 5 }], notices: [] })
  await add(1)
  const { notices } = await merge()
  expect(notices).toEqual(['Shirt (M, Red) could not be added to your cart, because there are not enough left.'])
})

test('the lines of a merge that died reach its account, even if another account merges next', async () => {
  await add(2)
  diesAt = 'after append'
  await expect(merge('ada')).rejects.toThrow('died')
  diesAt = undefined
  expect(await merge('bob')).toMatchObject({ items: [], notices: [] })
  await world.settle()
  expect(await piecesOf('ada')).toEqual([2])
})

test('an unfinished merge of an earlier version is finished, and includes lines that were added since', async () => {
  await add(2)
  const merged = GuestCartMerged({ ownerId: 'ada', guestId: guest, items: [shirts(2)], notices: [], handover: 0 })
  const { causationId, ...metadata } = world.asking()
  const recorded = { ...metadata, causationId, schemaVersion: 1, recordedAt: '2026-01-01T00:00:00.000Z' }
  await world.log.append(cartStream('ada'), -1, [{ ...merged, id: 'merged', metadata: recorded }])
  await add(1)
  await world.settle()
  expect([await piecesOf(guest), await piecesOf('ada')]).toEqual([[], [3]])
})
