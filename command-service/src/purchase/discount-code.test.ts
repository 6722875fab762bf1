import { checkoutStream } from '@shop/language/checkout/events'
import { beforeEach, expect, test } from 'vitest'
import { checkoutDecider } from '../checkout/checkout-decider.ts'
import { loadCheckout } from '../checkout/load-checkout.ts'
import { reserveCode } from '../discount/hold-code.ts'
import { expectBalancedBooks, watchStock } from '../test-support/books.ts'
import { createWorld, type World } from '../test-support/create-world.ts'

const LISTED = { shirt: 9 }
const HOUR_MS = 60 * 60_000

let world: World
let stocks: ReturnType<typeof watchStock>
beforeEach(async () => {
  world = createWorld()
  stocks = watchStock(world)
  await world.list('shirt', LISTED.shirt)
  await world.register('ada')
})

const start = async (quantity = 2, code?: string) => world.start('ada', { shirt: quantity }, undefined, code)
const withCode = async (quantity = 2) => start(quantity, await world.codeOf('ada'))

async function approve({ checkoutId }: { checkoutId: string }, decision: 'approved' | 'reviewed' = 'approved') {
  const providerOrderId = await world.beginPayment(checkoutId)
  world.bank.decide(providerOrderId, decision)
  return { checkoutId, providerOrderId }
}
async function order(checkout: { checkoutId: string }) {
  await world.pay('ada', await approve(checkout))
  return world.finalize(checkout.checkoutId)
}
const statusOf = async ({ checkoutId }: { checkoutId: string }) =>
  (await loadCheckout(world.parts().commands, checkoutId)).status
const usesOfCode = () => world.events.filter(({ type }) => type.startsWith('Discount')).map(({ type }) => type)
const at = (message: string) => ({
  code: 'VALIDATION_FAILED',
  details: { fields: [{ path: 'discountCode', message }] },
})
const LATER = 'The code is only for a first order, but you have ordered before'
async function settled() {
  await world.settle()
  expectBalancedBooks(world, stocks, LISTED)
}

test('a first order with a code costs a tenth less, also at the provider and in each line', async () => {
  const checkout = await withCode()
  expect(checkout).toMatchObject({ totalCents: 4500, discount: { amountCents: 500 }, items: [{ paidCents: 4500 }] })
  expect(await order(checkout)).toMatchObject({ facts: { totalCents: 4500, items: [{ paidCents: 4500 }] } })
  expect([...world.bank.orders.values()].map(({ amountCents }) => amountCents)).toEqual([4500])
  await settled()
})

test('a code of another address, a used code, and a code for a later order are refused with a message', async () => {
  await world.register('eve')
  const foreign = world.start('ada', { shirt: 1 }, undefined, await world.codeOf('eve'))
  await expect(foreign).rejects.toMatchObject(at('This code is not for the email address of your account'))
  await order(await start())
  await expect(withCode()).rejects.toMatchObject(at(LATER))
  expect(usesOfCode()).toEqual([])
})

test('a second checkout gets the code of the first checkout, which it supersedes', async () => {
  const first = await withCode(1)
  const second = await withCode(2)
  expect(await statusOf(first)).toBe('superseded')
  expect(await order(second)).toMatchObject({ facts: { totalCents: 4500 } })
  expect(usesOfCode()).toEqual([
    'DiscountGiven',
    'DiscountReserved',
    'DiscountGiven',
    'DiscountReleased',
    'DiscountReserved',
  ])
  await settled()
})

test('a code is free again when the time to pay is over, and after a pending payment that is refused', async () => {
  await withCode()
  await world.live(HOUR_MS)
  expect(usesOfCode().at(-1)).toBe('DiscountReleased')
  const pending = await approve(await withCode(), 'reviewed')
  await expect(world.pay('ada', pending)).rejects.toMatchObject({ code: 'PAYMENT_PENDING' })
  await expect(withCode()).rejects.toMatchObject(at(LATER))
  world.bank.review(pending.providerOrderId, 'DECLINED')
  await world.live(HOUR_MS)
  expect(await order(await withCode())).toMatchObject({ facts: { totalCents: 4500 } })
  await settled()
})

test('a checkout that is approved late holds the code and the pieces again', async () => {
  const late = await withCode()
  const providerOrderId = await world.beginPayment(late.checkoutId)
  await world.settle()
  expect(usesOfCode().at(-1)).toBe('DiscountReleased')
  world.bank.decide(providerOrderId, 'approved')
  expect(await world.pay('ada', { providerOrderId })).toMatchObject({ status: 'paid', totalCents: 4500 })
  expect(usesOfCode().at(-1)).toBe('DiscountReserved')
  await settled()
})

test('a customer whose money was returned has not ordered, and may still use the code', async () => {
  const pending = await approve(await start(LISTED.shirt), 'reviewed')
  await expect(world.pay('ada', pending)).rejects.toMatchObject({ code: 'PAYMENT_PENDING' })
  await world.live(80 * HOUR_MS)
  expect(await statusOf(pending)).toBe('pending')
  await world.register('eve')
  await world.pay('eve', await approve(await world.start('eve', { shirt: 1 })))
  world.bank.review(pending.providerOrderId, 'COMPLETED')
  await world.live(HOUR_MS)
  expect(await statusOf(pending)).toBe('refunded')
  expect(await order(await withCode())).toMatchObject({ facts: { totalCents: 4500 } })
  await settled()
})

test('a code is free for the next checkout if it was reserved after its hold had ended', async () => {
  const first = await withCode(1)
  await world.live(HOUR_MS)
  await start(1)
  const { commands } = world.parts()
  const { checkoutId } = first
  const at = new Date(world.now()).toISOString()
  const ended = [
    { type: 'Reopen', checkoutId, expiresAt: at, lapses: 1 },
    { type: 'Expire', checkoutId, at },
  ] as const
  for (const command of ended)
    await commands.ensure(checkoutDecider, checkoutStream(checkoutId), command, world.asking())
  await world.settle()
  await reserveCode(commands, { ...first.discount!, checkoutId: `${checkoutId}~1` }, world.asking())
  expect(usesOfCode().at(-1)).toBe('DiscountReserved')
  expect(await order(await withCode())).toMatchObject({ facts: { totalCents: 4500 } })
  await settled()
})

test('of several tabs that start concurrently with a code, only one holds the code, and all checkouts end', async () => {
  const started = await Promise.allSettled([1, 2, 1, 2].map((quantity) => withCode(quantity)))
  const held = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const open = await Promise.all(held.map(async (one) => ((await statusOf(one)) === 'open' ? [one] : [])))
  expect(open.flat()).toHaveLength(1)
  await order(open.flat()[0]!)
  await settled()
  expect(usesOfCode().filter((type) => type === 'DiscountReserved').length).toBe(
    usesOfCode().filter((type) => type === 'DiscountReleased').length + 1,
  )
})
