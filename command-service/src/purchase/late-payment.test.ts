import { stockStream } from '@shop/language/stock/events'
import { describe, expect, test, vi } from 'vitest'
import { eraseAccount } from '../account/save-account.ts'
import { loadCheckout } from '../checkout/load-checkout.ts'
import { createQueuedCommands } from '../handle-queued.ts'
import { expectBalancedBooks, watchStock } from '../test-support/books.ts'
import { createWorld, type Failpoint } from '../test-support/create-world.ts'

/*
 * Tests money and pieces that come after the shop has stopped waiting for them: money taken hours after a checkout's end, and pieces
 * reserved by a request that was delayed until after its checkout had ended.
 */

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const LISTED = { shirt: 3, skirt: 2 }

async function shop(pass?: (failpoint: Failpoint) => Promise<void>) {
  const world = createWorld(pass && { pass })
  const stocks = watchStock(world)
  for (const [productId, count] of Object.entries(LISTED)) await world.list(productId, count)
  const statusOf = async ({ checkoutId }: { checkoutId: string }) =>
    (await loadCheckout(world.parts().commands, checkoutId)).status
  const settled = async () => {
    await world.settle()
    expectBalancedBooks(world, stocks, LISTED)
  }
  return { world, stocks, statusOf, settled }
}

/** A payment that its buyer approves after the shop has stopped querying it. */
async function approvedLate({ world }: Awaited<ReturnType<typeof shop>>, decision: 'approved' | 'reviewed') {
  const { checkoutId } = await world.start('ada', { shirt: 2 })
  const providerOrderId = await world.beginPayment(checkoutId)
  await world.settle()
  world.bank.decide(providerOrderId, decision)
  return { checkoutId, providerOrderId }
}

test.each(['COMPLETED', 'DECLINED'] as const)(
  'a pending late payment is queried until it is %s, even without a webhook',
  async (outcome) => {
    const there = await shop()
    const { world, statusOf, settled } = there
    const paid = await approvedLate(there, 'reviewed')
    await expect(world.pay('ada', paid)).rejects.toMatchObject({ code: 'PAYMENT_PENDING' })
    await world.live(HOUR_MS)
    world.bank.review(paid.providerOrderId, outcome)
    await world.live(10 * MINUTE_MS)
    expect(await statusOf(paid)).toBe(outcome === 'COMPLETED' ? 'finalized' : 'refused')
    await settled()
  },
)

test.each(['COMPLETED', 'DECLINED'] as const)(
  'a pending payment ends once, as %s, if its hold ends while the provider does not answer',
  async (outcome) => {
    const there = await shop()
    const { world, statusOf, settled } = there
    const paid = await approvedLate(there, 'reviewed')
    await expect(world.pay('ada', paid)).rejects.toMatchObject({ code: 'PAYMENT_PENDING' })
    await world.live(71 * HOUR_MS)
    world.bank.faults.down = true
    world.bank.review(paid.providerOrderId, outcome)
    await world.live(2 * HOUR_MS)
    expect(await statusOf(paid)).toBe('pending')
    world.bank.faults.down = false
    await world.live(10 * MINUTE_MS)
    expect(await statusOf(paid)).toBe(outcome === 'COMPLETED' ? 'finalized' : 'refused')
    await settled()
  },
)

test('money that a request took late, just before it died, becomes an order within a minute', async () => {
  let dies = false
  const there = await shop(async (place) => {
    // The request has looked up the payment and captured it, but gets no answer.
    if (dies && place === 'after provider' && there.world.bank.orders.get('PP1')?.captureId)
      throw new Error('The request died')
  })
  const { world, statusOf, settled } = there
  const paid = await approvedLate(there, 'approved')
  dies = true
  await expect(world.pay('ada', paid)).rejects.toThrow('The request died')
  dies = false
  await world.live(MINUTE_MS)
  expect(await statusOf(paid)).toBe('finalized')
  await settled()
})

test('money that is taken between the last two look-ups is found by a third look-up', async () => {
  let looks = 0
  const there = await shop(async (place) => {
    // After the time is over, each round of checks looks up the payment twice. The money comes after the first look-up.
    if (looks > 0 && place === 'before provider' && --looks === 0) await takeIt()
  })
  const { world, statusOf, settled } = there
  const { checkoutId } = await world.start('ada', { shirt: 2 })
  const providerOrderId = await world.beginPayment(checkoutId)
  async function takeIt() {
    world.bank.decide(providerOrderId, 'approved')
    await world.bank.provider.capture({ checkoutId, providerOrderId, attempt: 0 })
  }
  await world.live(89 * MINUTE_MS)
  looks = 2
  await world.live(10 * MINUTE_MS)
  expect(looks).toBe(0)
  expect(await statusOf({ checkoutId })).toBe('finalized')
  await settled()
})

test('money that is first reported between two late look-ups becomes an order at once', async () => {
  let looks = 0
  const there = await shop(async (place) => {
    if (looks > 0 && place === 'before provider' && --looks === 0) there.world.bank.faults.unreported = false
  })
  const { world, statusOf, settled } = there
  const { checkoutId } = await world.start('ada', { shirt: 2 })
  const providerOrderId = await world.beginPayment(checkoutId)
  world.bank.decide(providerOrderId, 'approved')
  await world.bank.provider.capture({ checkoutId, providerOrderId, attempt: 0 })
  world.bank.faults.unreported = true
  await world.live(4 * HOUR_MS + 29 * MINUTE_MS)
  looks = 2
  await world.live(10 * MINUTE_MS)
  expect(looks).toBe(0)
  expect(await statusOf({ checkoutId })).toBe('finalized')
  await settled()
})

test('an approved payment of an ended checkout is queried until it can no longer be captured', async () => {
  const there = await shop()
  const { world, statusOf, settled } = there
  const { checkoutId } = await world.start('ada', { shirt: 1 })
  const providerOrderId = await world.beginPayment(checkoutId)
  await world.start('ada', { shirt: 1 })
  world.bank.decide(providerOrderId, 'approved')
  await world.live(4 * HOUR_MS)
  expect(await statusOf({ checkoutId })).toBe('superseded')
  await world.bank.provider.capture({ checkoutId, providerOrderId, attempt: 0 })
  await world.live(10 * MINUTE_MS)
  expect(await statusOf({ checkoutId })).toBe('finalized')
  await settled()
})

describe('a payment of a customer who was erased meanwhile', () => {
  async function erasedWhilePaying(decision: 'approved' | 'reviewed') {
    const there = await shop()
    const { world } = there
    await world.register('ada')
    const { checkoutId } = await world.start('ada', { shirt: 2 })
    const providerOrderId = await world.beginPayment(checkoutId)
    world.bank.decide(providerOrderId, decision)
    if (decision === 'reviewed')
      await expect(world.pay('ada', { checkoutId })).rejects.toMatchObject({ code: 'PAYMENT_PENDING' })
    await eraseAccount(world.parts(), 'ada', world.asking(), undefined)
    return { ...there, providerOrderId }
  }
  const atProvider = ({ world, providerOrderId }: Awaited<ReturnType<typeof erasedWhilePaying>>) =>
    world.bank.orders.get(providerOrderId)

  test('is not captured', async () => {
    const there = await erasedWhilePaying('approved')
    await there.settled()
    expect(atProvider(there)?.captureId).toBeUndefined()
    expect(there.world.events.map(({ type }) => type)).not.toContain('OrderPlaced')
  })

  test('is refunded if the money was taken already', async () => {
    const there = await erasedWhilePaying('reviewed')
    there.world.bank.review(there.providerOrderId, 'COMPLETED')
    await there.settled()
    expect(atProvider(there)?.refundId).toBeDefined()
    expect(there.world.events.map(({ type }) => type)).not.toContain('OrderPlaced')
  })
})

test('pieces that a request reserves after its checkout has ended are released, even if the request dies', async () => {
  const isHeldUp = Promise.withResolvers<void>()
  const goesOn = Promise.withResolvers<void>()
  let [isArmed, appends, dies] = [false, 0, false]
  const { world, stocks, settled } = await shop(async (place) => {
    // The appends of a start are for the checkout, the cart, the shirts and the skirts. So the fourth append reserves the skirts.
    if (isArmed && place === 'before append' && ++appends === 4) {
      isHeldUp.resolve()
      await goesOn.promise
    }
    if (!dies || place !== 'after append') return
    dies = false
    throw new Error('The request died')
  })
  isArmed = true
  const request = world.start('ada', { shirt: 1, skirt: 1 })
  await isHeldUp.promise
  isArmed = false
  // Meanwhile another process works: a newer checkout supersedes this checkout, and later expires.
  world.restart()
  await world.start('ada', { shirt: 1 })
  await world.live(31 * MINUTE_MS)
  dies = true
  goesOn.resolve()
  await expect(request).rejects.toThrow('The request died')
  expect(stocks.get('skirt')?.reserved.size).toBe(1)
  await settled()
})

test('a late reservation releases only its own pieces, and no other product is read', async () => {
  const { world } = await shop()
  const { checkoutId } = await world.start('ada', { shirt: 1, skirt: 1 })
  await world.live(31 * MINUTE_MS)
  const parts = world.parts()
  const handled = vi.spyOn(parts.commands, 'ensure')
  const release = (lapse: string) =>
    createQueuedCommands(parts)({
      id: `release${lapse}`,
      command: { type: 'ReleaseStock', checkoutId, only: { holdId: `${checkoutId}${lapse}`, productId: 'skirt' } },
    })
  await release('')
  expect(handled.mock.calls.map(([, stream]) => stream)).toEqual([stockStream('skirt')])
  await release('~1')
  expect(handled).toHaveBeenCalledTimes(1)
})
