import { ShopError } from '@shop/language/errors'
import { beforeEach, describe, expect, test } from 'vitest'
import { loadCheckout } from '../checkout/load-checkout.ts'
import { expectBalancedBooks, watchStock } from '../test-support/books.ts'
import { createWorld, type World } from '../test-support/create-world.ts'
import { releaseHold } from './open-checkout.ts'
import { beginPayment } from './provider-order.ts'
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
  await expect(release(checkoutId)).rejects.toMatchObject(conflict(/started to pay/))
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

describe('while the shop does not know whether money was taken, no pieces are released:', () => {
  /** The provider has captured the money, and the answer was lost. */
  async function captured() {
    const { checkoutId } = await world.start('ada', { shirt: 1 })
    const providerOrderId = await world.beginPayment(checkoutId)
    world.bank.decide(providerOrderId, 'approved')
    await world.bank.provider.capture({ checkoutId, providerOrderId, attempt: 0 })
    return { checkoutId, providerOrderId }
  }
  async function expectKept(checkoutId: string, code: string, parts = world.parts()) {
    const purchase = await loadPurchase(parts, checkoutId, world.asking())
    await expect(releaseHold(purchase, { reason: 'The customer', evenIfBegun: true })).rejects.toMatchObject({ code })
    expect(await statusOf(checkoutId)).toBe('open')
  }

  test('the provider refuses to report the payment', async () => {
    const { checkoutId } = await captured()
    world.bank.faults.unreported = true
    await expectKept(checkoutId, 'PROVIDER_UNAVAILABLE')
  })

  test('the capture has a status that is new to the shop', async () => {
    const { checkoutId, providerOrderId } = await captured()
    world.bank.orders.get(providerOrderId)!.captureStatus = 'HELD_BY_RISK' as never
    await expectKept(checkoutId, 'PROVIDER_UNAVAILABLE')
  })

  test('the customer has used up the calls to the provider', async () => {
    const { checkoutId } = await captured()
    const lookUp = () => Promise.reject(new ShopError('RATE_LIMITED', 'Too many payment attempts'))
    await expectKept(checkoutId, 'RATE_LIMITED', { ...world.parts(), payments: { ...world.bank.provider, lookUp } })
  })

  test('another payment of the same checkout is known to be unpaid', async () => {
    const { checkoutId, providerOrderId } = await captured()
    const unpaid = world.bank.payInBrowser(2500, { approval: 'none', customId: checkoutId })
    await beginPayment(await loadPurchase(world.parts(), checkoutId, world.asking()), unpaid)
    world.bank.orders.get(providerOrderId)!.captureStatus = 'HELD_BY_RISK' as never
    await expectKept(checkoutId, 'PROVIDER_UNAVAILABLE')
  })
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

test('a capture that another tab begins during the look-up before a release comes after the release', async () => {
  const lost = { is: 'unknown', cause: new Error('The answer was lost') } as const
  let approve = () => {}
  world = createWorld({
    payments: (provider) => ({
      ...provider,
      lookUp: async (id) => provider.lookUp(id).finally(() => approve()),
      capture: async (order) => provider.capture(order).then(() => lost),
    }),
  })
  await world.list('shirt', 3)
  const { checkoutId } = await world.start('ada', { shirt: 1 })
  const providerOrderId = await world.beginPayment(checkoutId)
  const otherTab = new Promise<unknown>((resolve) => {
    approve = () => {
      approve = () => {}
      world.bank.decide(providerOrderId, 'approved')
      resolve(world.pay('ada', { checkoutId }).catch((refusal) => refusal))
    }
  })
  expect(await release(checkoutId, true)).toMatchObject({ status: 'abandoned' })
  expect(await otherTab).toMatchObject({ code: 'PROVIDER_UNAVAILABLE' })
  expect(await statusOf(checkoutId)).toBe('open')
})
