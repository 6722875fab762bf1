import { stockStream } from '@shop/language/events/stock-events'
import { expect, test, vi } from 'vitest'
import { loadCheckout } from '../checkout/load-checkout.ts'
import { createQueuedCommands } from '../handle-queued.ts'
import { expectBalancedBooks, watchStock } from '../test-support/books.ts'
import { createWorld, type Failpoint } from '../test-support/create-world.ts'

/*
 * What comes after whoever looked for it has stopped looking: money that is taken hours after a checkout's end, and pieces that are
 * reserved by a request which was held up for longer than its checkout lived.
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

/** A payment that its buyer approves when the shop asks about it no more. */
async function approvedLate({ world }: Awaited<ReturnType<typeof shop>>, decision: 'approved' | 'reviewed') {
  const { checkoutId } = await world.start('ada', { shirt: 2 })
  const providerOrderId = await world.beginPayment(checkoutId)
  await world.settle()
  world.bank.decide(providerOrderId, decision)
  return { checkoutId, providerOrderId }
}

test.each(['COMPLETED', 'DECLINED'] as const)(
  'pending money that was approved late is asked about without a webhook, until it is %s',
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
  'pending money whose hold ends while the provider is away ends once when it is back: %s',
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

test('money taken late by a request that died is an order within a minute', async () => {
  let dies = false
  const there = await shop(async (place) => {
    // It has looked the payment up, has captured it, and hears nothing of it.
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

test('money that is taken between two looks at the end of the time for them is seen by a third', async () => {
  let looks = 0
  const there = await shop(async (place) => {
    // A round looks twice where the time is over: after the first look the money comes.
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

test('money that is told of only between two looks, long after the time for them, is an order at once', async () => {
  let looks = 0
  const there = await shop(async (place) => {
    if (looks > 0 && place === 'before provider' && --looks === 0) there.world.bank.faults.untold = false
  })
  const { world, statusOf, settled } = there
  const { checkoutId } = await world.start('ada', { shirt: 2 })
  const providerOrderId = await world.beginPayment(checkoutId)
  world.bank.decide(providerOrderId, 'approved')
  await world.bank.provider.capture({ checkoutId, providerOrderId, attempt: 0 })
  world.bank.faults.untold = true
  await world.live(4 * HOUR_MS + 29 * MINUTE_MS)
  looks = 2
  await world.live(10 * MINUTE_MS)
  expect(looks).toBe(0)
  expect(await statusOf({ checkoutId })).toBe('finalized')
  await settled()
})

test('an approved payment of a checkout that has ended is asked about for as long as somebody may take it', async () => {
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

test('pieces that a request reserves after its checkout has ended come back, also if it dies with that', async () => {
  const isHeldUp = Promise.withResolvers<void>()
  const goesOn = Promise.withResolvers<void>()
  let [isArmed, appends, dies] = [false, 0, false]
  const { world, stocks, settled } = await shop(async (place) => {
    // Of a start: the checkout, the cart, the shirts, the skirts.
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
  // Other processes go on meanwhile: a newer checkout takes its place, and its time runs out.
  world.restart()
  await world.start('ada', { shirt: 1 })
  await world.live(31 * MINUTE_MS)
  dies = true
  goesOn.resolve()
  await expect(request).rejects.toThrow('The request died')
  expect(stocks.get('skirt')?.reserved.size).toBe(1)
  await settled()
})

test('a late reservation has its own pieces released, and no other product is looked at', async () => {
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
