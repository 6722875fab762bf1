import { beforeEach, expect, test } from 'vitest'
import { loadCheckout } from '../checkout/load-checkout.ts'
import { expectBalancedBooks, watchStock } from '../test-support/books.ts'
import { createWorld, type World } from '../test-support/create-world.ts'
import { loadPurchase } from './purchase.ts'
import { releaseHold } from './release-hold.ts'

const LISTED = { shirt: 3 }
const conflict = (message: RegExp) => ({ code: 'CONFLICT', message: expect.stringMatching(message) })

let world: World
let stocks: ReturnType<typeof watchStock>
beforeEach(async () => {
  world = createWorld()
  stocks = watchStock(world)
  await world.list('shirt', 3)
})

const release = async (checkoutId: string, evenIfBegun = false) =>
  releaseHold(await loadPurchase(world.parts(), checkoutId, world.asking()), { reason: 'An admin', evenIfBegun })
const statusOf = async (checkoutId: string) => (await loadCheckout(world.parts().commands, checkoutId)).status

test('lets pieces go that nobody has begun to pay for, at once and once', async () => {
  const { checkoutId } = await world.start('ada', { shirt: 3 })
  await expect(world.start('bob', { shirt: 1 })).rejects.toMatchObject({ code: 'OUT_OF_STOCK' })
  expect(await release(checkoutId)).toMatchObject({ status: 'abandoned' })
  expect(await world.start('bob', { shirt: 3 })).toMatchObject({ status: 'open' })
  await expect(release(checkoutId)).rejects.toMatchObject(conflict(/holds nothing/))
  await expect(world.beginPayment(checkoutId)).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('lets nothing go that is being paid for, unless that is said', async () => {
  const { checkoutId } = await world.start('ada', { shirt: 3 })
  await world.beginPayment(checkoutId)
  await expect(release(checkoutId)).rejects.toMatchObject(conflict(/begun to pay/))
  expect(await statusOf(checkoutId)).toBe('open')
  expect(await release(checkoutId, true)).toMatchObject({ status: 'abandoned' })
})

test('makes an approved payment the order instead, and says so', async () => {
  const { checkoutId } = await world.start('ada', { shirt: 3 })
  world.bank.decide(await world.beginPayment(checkoutId), 'approved')
  const details = { orderId: checkoutId }
  await expect(release(checkoutId, true)).rejects.toMatchObject({ ...conflict(/an order now/), details })
  expect(await statusOf(checkoutId)).toBe('finalized')
  // Whoever asks after that is told of the order too.
  await expect(release(checkoutId, true)).rejects.toMatchObject({ ...conflict(/an order now/), details })
})

test('leaves money alone that the provider looks at, and lets nothing go while it does not answer', async () => {
  const { checkoutId } = await world.start('ada', { shirt: 3 })
  const paid = await world.beginPayment(checkoutId)
  world.bank.faults.down = true
  await expect(release(checkoutId, true)).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' })
  world.bank.faults.down = false
  world.bank.decide(paid, 'reviewed')
  await expect(release(checkoutId, true)).rejects.toMatchObject({ code: expect.stringMatching(/PENDING|CONFLICT/) })
  await expect(release(checkoutId, true)).rejects.toMatchObject(conflict(/still looks at it/))
  expect(await statusOf(checkoutId)).toBe('pending')
})

test('a payment that is approved after the release has the pieces again, or goes back', async () => {
  for (const isSold of [false, true]) {
    const { checkoutId } = await world.start('ada', { shirt: 1 })
    const providerOrderId = await world.beginPayment(checkoutId)
    await release(checkoutId, true)
    if (isSold) await world.start('bob', { shirt: 2 })
    world.bank.decide(providerOrderId, 'approved')
    await world.pay('ada', { checkoutId, providerOrderId }).catch(() => {})
    await world.live(60_000)
    expect(await statusOf(checkoutId)).toBe(isSold ? 'abandoned' : 'finalized')
  }
  await world.settle()
  expectBalancedBooks(world, stocks, LISTED)
})
