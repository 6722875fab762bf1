import { SHARED, stockStream } from '@shop/language/stock/events'
import { leftIn } from '@shop/language/stock/lines'
import { beforeEach, expect, test } from 'vitest'
import { stockDecider } from '../stock/stock-decider.ts'
import { expectBalancedBooks, watchStock } from '../test-support/books.ts'
import { createWorld, type World } from '../test-support/create-world.ts'

const medium = { size: 'M', color: 'Red' }
const small = { size: 'S', color: 'Red' }

let world: World
let stocks: ReturnType<typeof watchStock>
beforeEach(async () => {
  world = createWorld()
  stocks = watchStock(world)
  await world.list('shirt', 2)
})

const lines = () => leftIn(stocks.get('shirt')?.lines ?? []).map(({ left }) => left)
const count = (...counted: readonly { size: string; color: string; available: number }[]) =>
  world
    .parts()
    .commands.handle(
      stockDecider,
      stockStream('shirt'),
      { type: 'CountLines', productId: 'shirt', lines: counted },
      world.asking(),
    )

async function bought(quantity: number) {
  const { checkoutId } = await world.start('ada', { shirt: quantity })
  world.bank.decide(await world.beginPayment(checkoutId), 'approved')
  await world.pay('ada', { checkoutId })
  await world.finalize(checkoutId)
  return checkoutId
}

test('a purchase takes pieces of its size first, then shared pieces; its cancellation returns each piece to its line', async () => {
  await count({ ...medium, available: 3 }, { ...small, available: 1 })
  const orderId = await bought(4)
  expect(lines()).toEqual([1, 0, 1])
  await world.becomes(orderId, 'Cancelled')
  expect(lines()).toEqual([2, 3, 1])
  await world.settle()
  expectBalancedBooks(world, stocks, { shirt: 6 })
})

test('pieces bought before sizes were counted return to the shared line', async () => {
  const orderId = await bought(2)
  await count({ ...medium, available: 3 })
  await world.becomes(orderId, 'Cancelled')
  expect(lines()).toEqual([2, 3])
})

test('a sold-out size cannot be bought, even if other sizes are left', async () => {
  await count({ ...SHARED, available: 0 }, { ...medium, available: 1 }, { ...small, available: 9 })
  await expect(world.start('ada', { shirt: 2 })).rejects.toMatchObject({
    code: 'OUT_OF_STOCK',
    message: 'shirt: Only 1 left in M, Red',
    details: { ...medium, left: 1 },
  })
})

test('a hold that began before sizes were counted ends on the shared line', async () => {
  const { checkoutId } = await world.start('ada', { shirt: 2 })
  await count({ ...medium, available: 3 })
  expect(lines()).toEqual([0, 3])
  await world.settle()
  expect(lines()).toEqual([2, 3])
  expect(world.events.some(({ type, stream }) => type === 'CheckoutExpired' && stream.endsWith(checkoutId))).toBe(true)
})
