import { beforeEach, expect, test } from 'vitest'
import { loadCheckout } from '../checkout/load-checkout.ts'
import { expectBalancedBooks, watchStock } from '../test-support/books.ts'
import { createWorld, type World } from '../test-support/create-world.ts'
import { releaseHold } from './open-checkout.ts'
import { loadPurchase } from './purchase.ts'

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

test('the pieces of a checkout without a payment are released immediately, and only once', async () => {
  const { checkoutId } = await world.start('ada', { shirt: 3 })
  await expect(world.start('bob', { shirt: 1 })).rejects.toMatchObject({ code: 'OUT_OF_STOCK' })
  expect(await release(checkoutId)).toMatchObject({ status: 'abandoned' })
  expect(await world.start('bob', { shirt: 3 })).toMatchObject({ status: 'open' })
  await expect(release(checkoutId)).rejects.toMatchObject(conflict(/holds no pieces/))
  await expect(world.beginPayment(checkoutId)).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('pieces that are being paid for are released only if evenIfBegun is set', async () => {
  const { checkoutId } = await world.start('ada', { shirt: 3 })
  await world.beginPayment(checkoutId)
  await expect(release(checkoutId)).rejects.toMatchObject(conflict(/begun to pay/))
  expect(await statusOf(checkoutId)).toBe('open')
  expect(await release(checkoutId, true)).toMatchObject({ status: 'abandoned' })
})

test('a release of a checkout with an approved payment makes the order instead, and reports it', async () => {
  const { checkoutId } = await world.start('ada', { shirt: 3 })
  world.bank.decide(await world.beginPayment(checkoutId), 'approved')
  const details = { orderId: checkoutId }
  await expect(release(checkoutId, true)).rejects.toMatchObject({ ...conflict(/an order now/), details })
  expect(await statusOf(checkoutId)).toBe('finalized')
  // A repeated release reports the order too.
  await expect(release(checkoutId, true)).rejects.toMatchObject({ ...conflict(/an order now/), details })
})

test('no pieces are released while the payment is under review or the provider does not answer', async () => {
  const { checkoutId } = await world.start('ada', { shirt: 3 })
  const paid = await world.beginPayment(checkoutId)
  world.bank.faults.down = true
  await expect(release(checkoutId, true)).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' })
  world.bank.faults.down = false
  world.bank.decide(paid, 'reviewed')
  await expect(release(checkoutId, true)).rejects.toMatchObject({ code: expect.stringMatching(/PENDING|CONFLICT/) })
  await expect(release(checkoutId, true)).rejects.toMatchObject(conflict(/still reviewing/))
  expect(await statusOf(checkoutId)).toBe('pending')
})

test('a payment that is approved after the release gets the pieces again, or is refunded', async () => {
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
