import { cartStream } from '@shop/language/cart/events'
import { productStream } from '@shop/language/product/events'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { refundCase } from '../attention/refund-case.ts'
import { retryCase } from '../attention/retry-case.ts'
import { cartDecider } from '../cart/cart-decider.ts'
import { loadCase } from '../case/cases.ts'
import { loadCheckout } from '../checkout/load-checkout.ts'
import { createQueuedCommands } from '../handle-queued.ts'
import { type ProductCommand, productDecider } from '../product/product-decider.ts'
import { expectBalancedBooks, watchStock } from '../test-support/books.ts'
import { createWorld, type World } from '../test-support/create-world.ts'

let world: World
let stocks: ReturnType<typeof watchStock>
beforeEach(async () => {
  world = createWorld()
  stocks = watchStock(world)
  await world.list('shirt', 3)
})

const code = (expected: string) => expect.objectContaining({ code: expected })
const ordersPlaced = () => world.events.filter(({ type }) => type === 'OrderPlaced').length
const onHandOf = (productId: string) => stocks.get(productId)?.lines.reduce((sum, { onHand }) => sum + onHand, 0)
const reservedOf = (productId: string) =>
  [...(stocks.get(productId)?.reserved.values() ?? [])].flat().map(({ quantity }) => quantity)
const status = async (checkoutId: string) => (await loadCheckout(world.parts().commands, checkoutId)).status

async function approved(customerId: string, lines: Record<string, number> = { shirt: 2 }) {
  const { checkoutId } = await world.start(customerId, lines)
  const providerOrderId = await world.beginPayment(checkoutId)
  world.bank.decide(providerOrderId, 'approved')
  return { checkoutId, providerOrderId }
}

async function settled(listed: Record<string, number> = { shirt: 3 }, openCases: readonly string[] = []) {
  await world.settle()
  expectBalancedBooks(world, stocks, listed, openCases)
}

describe('an ordinary purchase', () => {
  test('reserves stock, captures once and takes the stock', async () => {
    const { checkoutId, providerOrderId } = await approved('ada')
    expect(reservedOf('shirt')).toEqual([2])
    expect(await world.pay('ada', { checkoutId, providerOrderId })).toMatchObject({ status: 'paid' })
    expect(await world.finalize(checkoutId)).toMatchObject({
      status: 'Processing',
      facts: { totalCents: 5000, country: 'Norway', items: [{ quantity: 2, paidCents: 5000 }] },
    })
    expect(onHandOf('shirt')).toBe(1)
    await settled()
  })

  test('twenty concurrent finalize calls get one order', async () => {
    const { checkoutId, providerOrderId } = await approved('ada')
    await world.pay('ada', { providerOrderId })
    const orders = await Promise.all(Array.from({ length: 20 }, () => world.finalize(checkoutId)))
    expect(new Set(orders.map(({ facts }) => facts.orderId))).toEqual(new Set([checkoutId]))
    expect(ordersPlaced()).toBe(1)
    await settled()
  })

  test('a payment is started once, even if it is requested several times', async () => {
    const { checkoutId } = await world.start('ada', { shirt: 1 })
    const ids = await Promise.all([1, 2, 3].map(() => world.beginPayment(checkoutId)))
    expect(new Set(ids).size).toBe(1)
  })

  test('a cancelled order returns its stock once, even if it is cancelled several times', async () => {
    const { checkoutId, providerOrderId } = await approved('ada')
    await world.pay('ada', { providerOrderId })
    await world.finalize(checkoutId)
    await Promise.all([world.becomes(checkoutId, 'Cancelled'), world.becomes(checkoutId, 'Cancelled')])
    expect(onHandOf('shirt')).toBe(3)
    await settled()
  })

  test('completes even if the browser never comes back', async () => {
    await approved('ada')
    await settled()
    expect(ordersPlaced()).toBe(1)
  })

  test('that ends in time opens no case of unreported money', async () => {
    const { checkoutId } = await approved('ada', { shirt: 1 })
    await world.pay('ada', { checkoutId })
    const { command } = [...world.jobs.values()].find(({ command }) => command.type === 'PlaceOrder')!
    const parts = world.parts()
    const handled = vi.spyOn(parts.commands, 'ensure')
    await createQueuedCommands(parts)({ id: 'place', command })
    expect(ordersPlaced()).toBe(1)
    expect(handled.mock.calls.filter(([, stream]) => stream.startsWith('case-'))).toHaveLength(1)
  })

  test('is not tried again without its buyer after it was finally refused', async () => {
    const { checkoutId, providerOrderId } = await approved('ada')
    world.bank.decide(providerOrderId, 'refused')
    const pay = () => world.pay('ada', { checkoutId, providerOrderId })
    await expect(pay()).rejects.toMatchObject({ code: 'PAYMENT_NOT_VERIFIED' })
    world.bank.decide(providerOrderId, 'approved')
    await settled()
    expect(ordersPlaced()).toBe(0)
    expect(world.bank.orders.get(providerOrderId)?.captureId).toBeUndefined()
  })

  test('releases the stock of an unpaid checkout when it expires', async () => {
    const { checkoutId } = await world.start('ada', { shirt: 2 })
    await settled()
    expect(await status(checkoutId)).toBe('expired')
    await expect(world.beginPayment(checkoutId)).rejects.toEqual(code('CONFLICT'))
  })
})

describe('starting a checkout', () => {
  test('above the stock, over all lines of a product, is refused and appends nothing', async () => {
    const before = world.events.length
    await expect(world.start('ada', { shirt: 4 })).rejects.toMatchObject({
      code: 'OUT_OF_STOCK',
      message: 'shirt: Only 3 left',
      details: { productId: 'shirt', left: 3 },
    })
    expect(world.events.length).toBe(before)
  })

  test('a customer’s next checkout may use the stock that the previous checkout reserved', async () => {
    const first = await world.start('ada', { shirt: 3 })
    await world.start('ada', { shirt: 2 })
    expect(await status(first.checkoutId)).toBe('superseded')
    expect(reservedOf('shirt')).toEqual([2])
    await settled()
  })

  test('fifty times by one customer leaves at most one checkout open', async () => {
    await Promise.allSettled(Array.from({ length: 50 }, () => world.start('ada', { shirt: 1 })))
    expect(reservedOf('shirt').length).toBeLessThanOrEqual(1)
    await settled()
  })

  test('again under the same key gives the same checkout', async () => {
    const first = await world.start('ada', { shirt: 2 }, 'key')
    expect(await world.start('ada', { shirt: 2 }, 'key')).toEqual(first)
    expect(reservedOf('shirt')).toEqual([2])
  })

  test('by a hundred buyers for ten pieces succeeds ten times', async () => {
    await world.list('scarce', 10)
    const buyers = Array.from({ length: 100 }, (_, index) => world.start(`buyer${index}`, { scarce: 1 }))
    const outcomes = await Promise.allSettled(buyers)
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(10)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toEqual(code('OUT_OF_STOCK'))
    expect(reservedOf('scarce')).toHaveLength(10)
    await settled({ scarce: 10 })
  })

  test('places the order of an earlier checkout with an approved payment first', async () => {
    const { checkoutId } = await approved('ada', { shirt: 1 })
    await world.start('ada', { shirt: 2 })
    expect(await status(checkoutId)).toBe('finalized')
    await settled()
    expect(ordersPlaced()).toBe(1)
  })

  test.each(['approved', 'paid'])('is refused after all pieces were %s; the refusal names the order', async (how) => {
    const paid = await approved('ada', { shirt: 3 })
    if (how === 'paid') await world.pay('ada', paid)
    const refused = expect.objectContaining({ code: 'CONFLICT', details: { orderId: paid.checkoutId } })
    await expect(world.start('ada', { shirt: 3 })).rejects.toEqual(refused)
    await settled()
    expect(ordersPlaced()).toBe(1)
    await expect(world.start('ada', { shirt: 1 })).rejects.toEqual(code('OUT_OF_STOCK'))
  })

  test('is refused if an approved earlier checkout leaves too few pieces, and the earlier checkout becomes an order', async () => {
    const { checkoutId } = await approved('ada', { shirt: 2 })
    await expect(world.start('ada', { shirt: 3 })).rejects.toMatchObject({ code: 'OUT_OF_STOCK', details: { left: 1 } })
    expect(await status(checkoutId)).toBe('finalized')
    await settled()
  })

  test('of the same lines is refused if the earlier checkout becomes an order, and the refusal names that order', async () => {
    const { checkoutId, providerOrderId } = await approved('ada', { shirt: 1 })
    const refused = expect.objectContaining({ code: 'CONFLICT', details: { orderId: checkoutId } })
    await expect(world.start('ada', { shirt: 1 })).rejects.toEqual(refused)
    expect(await status(checkoutId)).toBe('finalized')
    const again = await approved('ada', { shirt: 1 })
    await world.pay('ada', again)
    await expect(world.start('ada', { shirt: 1 })).rejects.toEqual(
      expect.objectContaining({ details: { orderId: again.checkoutId } }),
    )
    expect(world.bank.orders.get(providerOrderId)?.refundId).toBeUndefined()
    await settled()
    expect(ordersPlaced()).toBe(2)
  })

  test.each<[string, ProductCommand]>([
    ['has a new price', { type: 'Edit', productId: 'shirt', changes: { priceCents: 3000 } }],
    ['is deleted', { type: 'Delete', productId: 'shirt' }],
    ['is no longer sold in this size', { type: 'Edit', productId: 'shirt', changes: { sizes: ['L'] } }],
  ])('names the order of the same lines, even if the product %s meanwhile', async (_, change) => {
    const { checkoutId } = await approved('ada', { shirt: 1 })
    await world.parts().commands.handle(productDecider, productStream('shirt'), change, world.asking())
    await expect(world.start('ada', { shirt: 1 })).rejects.toMatchObject({ details: { orderId: checkoutId } })
    await settled()
  })
})

describe('checkouts of one cart in several tabs', () => {
  const bought = (orderId: string) => expect.objectContaining({ code: 'CONFLICT', details: { orderId } })
  /** Three tabs that are opened one after the other. In the end the buyer approves the payments of all three. */
  async function tabs() {
    const opened: { checkoutId: string; providerOrderId: string }[] = []
    for (const _ of [1, 2, 3]) {
      const { checkoutId } = await world.start('ada', { shirt: 1 })
      opened.push({ checkoutId, providerOrderId: await world.beginPayment(checkoutId) })
    }
    for (const { providerOrderId } of opened) world.bank.decide(providerOrderId, 'approved')
    return opened as [(typeof opened)[0], (typeof opened)[0], (typeof opened)[0]]
  }

  test.each([
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ])('paid in the sequence %i, %i, %i become one order, and no other payment is captured', async (...order) => {
    const opened = await tabs()
    const [winner, ...others] = order.map((index) => opened[index]!)
    await world.pay('ada', winner!)
    for (const tab of others) {
      await expect(world.pay('ada', tab)).rejects.toEqual(bought(winner!.checkoutId))
      await expect(world.beginPayment(tab.checkoutId)).rejects.toEqual(bought(winner!.checkoutId))
      expect(world.bank.orders.get(tab.providerOrderId)?.captureId).toBeUndefined()
    }
    await settled()
    expect(ordersPlaced()).toBe(1)
  })

  test('that were all captured by requests that died become one order, and the other payments are refunded', async () => {
    for (const tab of await tabs()) await world.bank.provider.capture({ ...tab, attempt: 0 })
    await settled()
    expect(ordersPlaced()).toBe(1)
    expect([...world.bank.orders.values()].filter(({ refundId }) => refundId)).toHaveLength(2)
  })

  test('can still become an order if the payment of another checkout came too late for its pieces', async () => {
    const [first, second] = await tabs()
    for (const { providerOrderId } of [first, second]) world.bank.orders.get(providerOrderId)!.approval = 'none'
    const [, , third] = [...world.bank.orders.values()]
    third!.approval = 'none'
    world.passTime(31 * 60_000)
    for (const job of world.jobs.values()) if (job.command.type.includes('Checkout')) await world.work(job)
    await world.start('bob', { shirt: 3 })
    for (const tab of [second, first]) {
      world.bank.decide(tab.providerOrderId, 'approved')
      await world.bank.provider.capture({ ...tab, attempt: 0 })
    }
    expect(await world.pay('ada', second)).toMatchObject({ status: 'refunded' })
    world.passTime(31 * 60_000)
    for (const job of world.jobs.values()) if (job.command.type === 'ExpireCheckout') await world.work(job)
    expect(await world.pay('ada', first)).toMatchObject({ status: 'paid' })
    await world.settle()
    expect(ordersPlaced()).toBe(1)
    expect(world.bank.orders.get(first.providerOrderId)?.refundId).toBeUndefined()
  })

  test('that start after an order begin a new purchase', async () => {
    const [first, , third] = await tabs()
    await world.pay('ada', first)
    await world.finalize(first.checkoutId)
    const next = await approved('ada', { shirt: 2 })
    expect(await world.pay('ada', next)).toMatchObject({ status: 'paid' })
    await expect(world.pay('ada', third)).rejects.toEqual(bought(first.checkoutId))
    await settled()
    expect(ordersPlaced()).toBe(2)
  })

  test('return the money if a payment is confirmed after another checkout was paid', async () => {
    const [first, second] = await tabs()
    world.bank.decide(first.providerOrderId, 'reviewed')
    await expect(world.pay('ada', first)).rejects.toEqual(code('PAYMENT_PENDING'))
    await world.pay('ada', second)
    world.bank.review(first.providerOrderId, 'COMPLETED')
    await world.live(6 * 60 * 60_000)
    expect(await status(first.checkoutId)).toBe('refunded')
    // The shop sends the provider no more queries. At the end of the hold there is nothing to release.
    expect([...world.jobs.values()].map(({ command }) => command.type)).toEqual(['ExpireCheckout'])
    await settled()
    expect(ordersPlaced()).toBe(1)
  })
})

describe('a payment', () => {
  test('is verified at the provider; the browser’s claim is not enough', async () => {
    const { checkoutId } = await world.start('ada', { shirt: 1 })
    const before = world.events.length
    await expect(world.pay('ada', { checkoutId, providerOrderId: 'MADE-UP' })).rejects.toEqual(
      code('PAYMENT_NOT_VERIFIED'),
    )
    expect(world.events.length).toBe(before)
  })

  test.each([
    ['of another amount', 2400, {}, 'PAYMENT_AMOUNT_MISMATCH'],
    ['in another currency', 2500, { currency: 'EUR' }, 'PAYMENT_NOT_VERIFIED'],
    ['to another payee', 2500, { paysUs: false }, 'PAYMENT_NOT_VERIFIED'],
    ['made for another checkout', 2500, { customId: 'other' }, 'PAYMENT_NOT_VERIFIED'],
    ['made in a browser at an unknown time', 2500, { createdAt: undefined }, 'PAYMENT_NOT_VERIFIED'],
    ['made in a browser a second earlier', 2500, { createdAt: '2026-01-01T09:59:59Z' }, 'PAYMENT_NOT_VERIFIED'],
    ['made in a browser just before', 2500, { createdAt: '2026-01-01T09:59:59.999Z' }, 'PAYMENT_NOT_VERIFIED'],
  ] as const)('%s is refused and leaves no trace', async (_, amountCents, details, refusal) => {
    const { checkoutId } = await world.start('ada', { shirt: 1 })
    const providerOrderId = world.bank.payInBrowser(amountCents, details)
    const before = world.events.length
    await expect(world.pay('ada', { checkoutId, providerOrderId })).rejects.toEqual(code(refusal))
    expect(world.events.length).toBe(before)
  })

  test('that an older client created and captured counts for the caller’s own checkout', async () => {
    await world.start('ada', { shirt: 1 })
    const providerOrderId = world.bank.payInBrowser(2500)
    expect(await world.pay('ada', { providerOrderId })).toMatchObject({ status: 'paid' })
    await settled()
    expect(ordersPlaced()).toBe(1)
  })

  test('that another buyer began earlier in a browser is refused, captured or not', async () => {
    const captured = world.bank.payInBrowser(2500)
    const approved = world.bank.payInBrowser(2500)
    world.bank.orders.get(approved)!.captureId = undefined
    world.passTime(1)
    const { checkoutId } = await world.start('eve', { shirt: 1 })
    for (const providerOrderId of [captured, approved])
      await expect(world.pay('eve', { checkoutId, providerOrderId })).rejects.toEqual(code('PAYMENT_NOT_VERIFIED'))
    expect(world.bank.orders.get(approved)!.captureId).toBeUndefined()
    expect(ordersPlaced()).toBe(0)
  })

  test('with a time in whole seconds counts if the checkout began in the same second', async () => {
    world.passTime(700)
    const { checkoutId } = await world.start('ada', { shirt: 1 })
    const providerOrderId = world.bank.payInBrowser(2500, { createdAt: '2026-01-01T10:00:00Z' })
    expect(await world.pay('ada', { checkoutId, providerOrderId })).toMatchObject({ status: 'paid' })
  })

  test('pays one checkout only', async () => {
    await world.start('ada', { shirt: 1 })
    const providerOrderId = world.bank.payInBrowser(2500)
    await world.pay('ada', { providerOrderId })
    const { checkoutId } = await world.start('bob', { shirt: 1 })
    await expect(world.pay('bob', { checkoutId, providerOrderId })).rejects.toEqual(code('PAYMENT_NOT_VERIFIED'))
    await expect(world.pay('bob', { providerOrderId })).rejects.toEqual(code('NOT_FOUND'))
  })

  test('is refunded if the checkout is paid already', async () => {
    const { checkoutId, providerOrderId } = await approved('ada', { shirt: 1 })
    await world.pay('ada', { providerOrderId })
    await world.finalize(checkoutId)
    const again = world.bank.payInBrowser(2500)
    expect(await world.pay('ada', { providerOrderId: again })).toMatchObject({ status: 'finalized' })
    await settled()
    expect(ordersPlaced()).toBe(1)
  })

  test.each(['for good', 'for now'] as const)(
    'whose refund is refused %s is a case until it is refunded',
    async (how) => {
      const { checkoutId, providerOrderId } = await approved('ada', { shirt: 1 })
      await world.pay('ada', { providerOrderId })
      await world.finalize(checkoutId)
      world.bank.faults.refusesRefunds = how
      await world.pay('ada', { providerOrderId: world.bank.payInBrowser(2500) })
      const stillOpen = () => settled({ shirt: 3 }, ['CAP-PP2'])
      if (how === 'for good') await stillOpen()
      else for (const job of world.jobs.values()) if (job.command.type === 'RefundPayment') await world.work(job)
      const opened = world.events.find(({ type }) => type === 'CaseOpened')?.data as { caseId: string }
      expect(opened).toMatchObject({ kind: 'refund-refused', checkoutId, amountCents: 2500, customerId: 'ada' })
      const { caseId } = opened
      const parts = world.parts()

      if (how === 'for good') {
        expect(await retryCase(parts, caseId, world.asking())).toMatchObject({ attempts: [{ act: 'retry' }] })
        await stillOpen()
        world.bank.faults.refusesRefunds = false
        expect(await retryCase(parts, caseId, world.asking())).toMatchObject({ end: { outcome: 'refunded' } })
      }
      world.bank.faults.refusesRefunds = false
      await settled()
      expect(world.events.filter(({ type }) => type === 'CaseOpened')).toHaveLength(1)
      expect((await loadCase(parts.commands, caseId)).end).toMatchObject({ outcome: 'refunded' })
    },
  )

  test('leaves no open case if one job’s refund is refused while another job makes the refund', async () => {
    let refusals = 0
    world = createWorld({
      turnsApart: true,
      pass: async (failpoint) => {
        if (failpoint === 'before provider') world.bank.faults.refusesRefunds = refusals-- > 0 && 'for good'
      },
    })
    await world.list('shirt', 3)
    const paid = await approved('ada', { shirt: 1 })
    await world.pay('ada', paid)
    await world.pay('ada', { ...paid, providerOrderId: world.bank.payInBrowser(2500) })
    const job = [...world.jobs.values()].find(({ command }) => command.type === 'RefundPayment')!
    refusals = 1
    await Promise.all([world.work(job), world.work(job)])
    await world.settle()
    const typesOf = world.events.map(({ type }) => type).filter((type) => /^Case|^PaymentRefunded/.test(type))
    expect(typesOf.toSorted()).toEqual(['CaseClosed', 'CaseOpened', 'PaymentRefunded'])
  })

  test('that is not made yet is queried once at each check', async () => {
    let asked = 0
    world = createWorld({
      pass: async (failpoint) => {
        if (failpoint === 'before provider') asked += 1
      },
    })
    await world.list('shirt', 3)
    const { checkoutId } = await world.start('ada', { shirt: 1 })
    await world.beginPayment(checkoutId)
    asked = 0
    await world.live(16_000)
    expect(asked).toBe(1)
  })

  test('that a request captured before it died, after another payment, is refunded too', async () => {
    const { checkoutId, providerOrderId } = await approved('ada', { shirt: 1 })
    await world.pay('ada', { checkoutId, providerOrderId: world.bank.payInBrowser(2500) })
    await world.finalize(checkoutId)
    await world.bank.provider.capture({ checkoutId, providerOrderId, attempt: 0 })
    await settled()
    expect(ordersPlaced()).toBe(1)
  })

  test('that is approved for a superseded checkout is captured only when the buyer pays again', async () => {
    const { checkoutId } = await world.start('ada', { shirt: 1 })
    const providerOrderId = await world.beginPayment(checkoutId)
    await world.start('ada', { shirt: 1 })
    world.bank.decide(providerOrderId, 'approved')
    await settled()
    expect(world.bank.orders.get(providerOrderId)?.captureId).toBeUndefined()
    expect(await world.pay('ada', { checkoutId })).toMatchObject({ status: 'paid' })
    await settled()
  })

  test('without an open checkout is answered with 404', async () => {
    await expect(world.pay('ada', { providerOrderId: 'X' })).rejects.toEqual(code('NOT_FOUND'))
    const { checkoutId, providerOrderId } = await approved('ada', { shirt: 1 })
    await world.pay('ada', { providerOrderId })
    await world.finalize(checkoutId)
    await expect(world.pay('ada', { providerOrderId: 'X' })).rejects.toEqual(code('NOT_FOUND'))
  })

  test('of a wrong amount, captured with the checkout’s custom id, is refunded by the shop', async () => {
    const { checkoutId, providerOrderId } = await approved('ada', { shirt: 1 })
    world.bank.orders.get(providerOrderId)!.amountCents = 1
    await expect(world.pay('ada', { checkoutId })).rejects.toEqual(code('PAYMENT_AMOUNT_MISMATCH'))
    world.bank.orders.get(providerOrderId)!.captureId = 'CAP-BAD'
    await settled()
    expect(ordersPlaced()).toBe(0)
  })

  test('in another currency, captured with the checkout’s custom id, is a case for an admin, who may refund it', async () => {
    const { checkoutId, providerOrderId } = await approved('ada', { shirt: 1 })
    Object.assign(world.bank.orders.get(providerOrderId)!, { currency: 'EUR', captureId: 'CAP-EUR' })
    await expect(world.pay('ada', { checkoutId })).rejects.toEqual(code('PAYMENT_NOT_VERIFIED'))
    await settled({ shirt: 3 }, ['CAP-EUR'])
    const opened = world.events.filter(({ type }) => type === 'CaseOpened').map(({ data }) => data)
    const about = {
      kind: 'payment-unmatched',
      checkoutId,
      captureId: 'CAP-EUR',
      customerId: 'ada',
      code: 'PAID_IN_EUR',
    }
    expect(opened).toMatchObject([about])
    expect(ordersPlaced()).toBe(0)
    const { caseId = '' } = opened[0] as { caseId?: string }
    expect(await refundCase(world.parts(), caseId, 'Wrong currency', world.asking())).toMatchObject({
      end: { outcome: 'refunded' },
    })
    const signal = { what: 'PAYMENT.CAPTURE.REFUNDED', refundId: 'R1', amountCents: 5000, currency: 'EUR' }
    await world.signal({ ...signal, captureId: 'CAP-EUR', checkoutId })
    await world.settle()
    expect(
      world.events.filter(({ type }) => type === 'CaseOpened'),
      'its webhook is no case',
    ).toHaveLength(1)
  })

  test('that is declined captures nothing, and another try may succeed', async () => {
    const { checkoutId, providerOrderId } = await approved('ada', { shirt: 1 })
    world.bank.decide(providerOrderId, 'declined')
    await expect(world.pay('ada', { checkoutId })).rejects.toEqual(code('PAYMENT_NOT_VERIFIED'))
    world.bank.decide(providerOrderId, 'approved')
    expect(await world.pay('ada', { checkoutId })).toMatchObject({ status: 'paid' })
    await settled()
  })

  test('that is finally refused is recorded with the reason and not queried any more, and another payment can begin', async () => {
    const { checkoutId, providerOrderId } = await approved('ada', { shirt: 1 })
    world.bank.decide(providerOrderId, 'refused')
    for (const _ of [1, 2])
      await expect(world.pay('ada', { checkoutId, providerOrderId })).rejects.toEqual(code('PAYMENT_NOT_VERIFIED'))
    expect(world.events.filter(({ type }) => type === 'PaymentRefused').map(({ data }) => data)).toEqual([
      {
        ...{ checkoutId, providerOrderId, code: 'TRANSACTION_REFUSED', final: true, meaning: 'refused' },
        at: '2026-01-01T10:00:00.000Z',
      },
    ])
    const checks = [...world.jobs.values()].filter(({ command }) => command.type === 'CheckPayment')
    world.passTime(15_000)
    for (const job of checks) await world.work(job)
    expect(checks.map(({ id }) => world.jobs.has(id))).toEqual([false])
    const another = await world.beginPayment(checkoutId)
    expect(another).not.toBe(providerOrderId)
    world.bank.decide(another, 'approved')
    expect(await world.pay('ada', { checkoutId })).toMatchObject({ status: 'paid' })
    await settled()
    expect(ordersPlaced()).toBe(1)
  })

  test('that stays declined ends with the stock released', async () => {
    const { providerOrderId } = await approved('ada', { shirt: 1 })
    world.bank.decide(providerOrderId, 'declined')
    await settled()
    expect(ordersPlaced()).toBe(0)
  })
})

describe('a pending payment', () => {
  async function pending(customerId = 'ada', lines: Record<string, number> = { shirt: 2 }) {
    const { checkoutId } = await world.start(customerId, lines)
    const providerOrderId = await world.beginPayment(checkoutId)
    world.bank.decide(providerOrderId, 'reviewed')
    await expect(world.pay(customerId, { checkoutId })).rejects.toEqual(code('PAYMENT_PENDING'))
    return { checkoutId, providerOrderId }
  }
  const typesOf = () => world.events.map(({ type }) => type)
  const cartOf = async (ownerId: string) => {
    const { state } = await world.parts().commands.load(cartDecider, cartStream(ownerId))
    return state.items.map(({ productId, quantity }) => [productId, quantity])
  }

  test('is recorded once, keeps its pieces, and gets the same answer at every call', async () => {
    const { checkoutId } = await pending()
    await expect(world.pay('ada', { checkoutId })).rejects.toEqual(code('PAYMENT_PENDING'))
    await expect(world.finalize(checkoutId)).rejects.toEqual(code('PAYMENT_PENDING'))
    expect(typesOf().filter((type) => type === 'PaymentPending')).toHaveLength(1)
    world.passTime(71 * 60 * 60_000)
    for (const job of [...world.jobs.values()]) await world.work(job)
    expect(reservedOf('shirt')).toEqual([2])
  })

  test('is queried by one job, and once at each check', async () => {
    const { providerOrderId } = await pending()
    await world.live(60 * 60_000)
    expect([...world.jobs.values()].filter(({ command }) => command.type === 'CheckPayment')).toHaveLength(1)
    const looks = vi.spyOn(world.bank.provider, 'lookUp')
    await world.live(10 * 60_000)
    expect(looks.mock.calls).toEqual([[providerOrderId], [providerOrderId]])
  })

  test('becomes the order when the provider confirms it', async () => {
    const { checkoutId, providerOrderId } = await pending()
    world.bank.review(providerOrderId, 'COMPLETED')
    await settled()
    expect(await status(checkoutId)).toBe('finalized')
    expect(ordersPlaced()).toBe(1)
  })

  test('that is refused gives the pieces back to stock and cart, and charges nothing', async () => {
    await world.fill('ada', { shirt: 2 })
    const { checkoutId, providerOrderId } = await pending()
    expect(await cartOf('ada')).toEqual([])
    world.bank.review(providerOrderId, 'DECLINED')
    await settled()
    expect(await status(checkoutId)).toBe('refused')
    expect(await cartOf('ada')).toEqual([['shirt', 2]])
    expect(typesOf().filter((type) => type === 'PurchaseReturnedToCart')).toHaveLength(1)
    await expect(world.pay('ada', { checkoutId })).rejects.toEqual(code('PAYMENT_NOT_VERIFIED'))
    expect(ordersPlaced()).toBe(0)
  })

  test('that is refused before its pieces have left the cart leaves them in the cart', async () => {
    const isHeldUp = Promise.withResolvers<void>()
    const goesOn = Promise.withResolvers<void>()
    let isFirst = true
    world = createWorld({
      turnsApart: true,
      pass: async (place) => {
        if (place !== 'before append' || !isFirst || !typesOf().includes('PaymentPending')) return
        isFirst = false
        isHeldUp.resolve()
        await goesOn.promise
      },
    })
    stocks = watchStock(world)
    await world.list('shirt', 3)
    await world.fill('ada', { shirt: 2 })
    const slow = pending()
    await isHeldUp.promise
    // Meanwhile another process works.
    world.restart()
    for (const id of world.bank.orders.keys()) world.bank.review(id, 'DECLINED')
    await world.live(60_000)
    expect(typesOf()).toContain('PaymentRefused')
    goesOn.resolve()
    await slow.catch(() => {})
    expect(await cartOf('ada')).toEqual([['shirt', 2]])
    await settled()
    expect(await cartOf('ada')).toEqual([['shirt', 2]])
  })

  test.each([
    ['confirmed after all', false],
    ['paid in another way', true],
  ])('that was refused and is then %s takes the bought pieces out of the cart again', async (_, isOther) => {
    await world.fill('ada', { shirt: 3 })
    const { checkoutId, providerOrderId } = await pending()
    world.bank.review(providerOrderId, 'DECLINED')
    await world.settle()
    expect(await cartOf('ada')).toEqual([['shirt', 3]])
    const paid = isOther ? world.bank.payInBrowser(5000, { customId: checkoutId }) : providerOrderId
    world.bank.orders.get(paid)!.captureStatus = 'COMPLETED'
    await world.pay('ada', { checkoutId, providerOrderId: paid })
    await settled()
    expect(await status(checkoutId)).toBe('finalized')
    expect(await cartOf('ada')).toEqual([['shirt', 1]])
  })

  test('that follows a refused pending payment takes the pieces out of the cart and gives them back again', async () => {
    await world.fill('ada', { shirt: 2 })
    const { checkoutId, providerOrderId } = await pending()
    world.bank.review(providerOrderId, 'DECLINED')
    await world.settle()
    const second = world.bank.payInBrowser(5000, { customId: checkoutId, captureStatus: 'PENDING' })
    await expect(world.pay('ada', { checkoutId, providerOrderId: second })).rejects.toEqual(code('PAYMENT_PENDING'))
    expect(await cartOf('ada')).toEqual([])
    world.bank.review(second, 'DECLINED')
    await settled()
    expect(await cartOf('ada')).toEqual([['shirt', 2]])
  })

  test('does not end because of a new checkout, and does not prevent the new checkout', async () => {
    const first = await pending('ada', { shirt: 1 })
    const second = await approved('ada', { shirt: 1 })
    expect(await status(first.checkoutId)).toBe('pending')
    await world.pay('ada', second)
    world.bank.review(first.providerOrderId, 'COMPLETED')
    await settled()
    expect(ordersPlaced()).toBe(2)
  })

  test('loses its pieces after 72 hours, and becomes the order if they are in stock when it is confirmed', async () => {
    const { checkoutId, providerOrderId } = await pending()
    world.passTime(73 * 60 * 60_000)
    for (const job of [...world.jobs.values()]) await world.work(job)
    expect(await status(checkoutId)).toBe('pending')
    expect(reservedOf('shirt')).toEqual([])
    world.bank.review(providerOrderId, 'COMPLETED')
    await settled()
    expect(ordersPlaced()).toBe(1)
  })

  test('that was made in an older client’s browser is recorded like any other payment', async () => {
    await world.start('ada', { shirt: 1 })
    const providerOrderId = world.bank.payInBrowser(2500, { captureStatus: 'PENDING' })
    await expect(world.pay('ada', { providerOrderId })).rejects.toEqual(code('PAYMENT_PENDING'))
    world.bank.review(providerOrderId, 'COMPLETED')
    await settled()
    expect(ordersPlaced()).toBe(1)
  })
})

describe('while the provider does not answer', () => {
  test('a payment waits with its stock reserved, and the shop finishes it later', async () => {
    const { checkoutId } = await approved('ada', { shirt: 1 })
    world.bank.faults.down = true
    await expect(world.pay('ada', { checkoutId })).rejects.toEqual(code('PROVIDER_UNAVAILABLE'))
    world.passTime(60 * 60_000)
    for (const job of [...world.jobs.values()]) await world.work(job)
    expect(await status(checkoutId)).toBe('open')
    world.bank.faults.down = false
    await settled()
    expect(await status(checkoutId)).toBe('finalized')
  })
})

describe('a payment after the reservation expired', () => {
  async function late({ soldOut }: { soldOut: boolean }) {
    const { checkoutId } = await world.start('ada', { shirt: 2 })
    await world.settle()
    if (soldOut) await world.start('bob', { shirt: 2 })
    return checkoutId
  }

  test('that is only approved is captured if the stock can be reserved again', async () => {
    const { checkoutId, providerOrderId } = await (async () => {
      const checkout = await world.start('ada', { shirt: 2 })
      return { checkoutId: checkout.checkoutId, providerOrderId: await world.beginPayment(checkout.checkoutId) }
    })()
    await world.settle()
    expect(await status(checkoutId)).toBe('expired')
    world.bank.decide(providerOrderId, 'approved')
    expect(await world.pay('ada', { checkoutId })).toMatchObject({ status: 'paid', held: true })
    await settled()
    expect(ordersPlaced()).toBe(1)
  })

  test('that is only approved is not captured if the stock is gone', async () => {
    const { checkoutId } = await world.start('ada', { shirt: 2 })
    const providerOrderId = await world.beginPayment(checkoutId)
    await world.settle()
    await world.start('bob', { shirt: 2 })
    world.bank.decide(providerOrderId, 'approved')
    await expect(world.pay('ada', { checkoutId })).rejects.toEqual(code('OUT_OF_STOCK'))
    expect(world.bank.orders.get(providerOrderId)?.captureId).toBeUndefined()
    await settled()
  })

  test('that was captured becomes the order if the stock can be reserved again', async () => {
    await late({ soldOut: false })
    const providerOrderId = world.bank.payInBrowser(5000)
    expect(await world.pay('ada', { providerOrderId })).toMatchObject({ status: 'paid', held: true })
    await settled()
    expect(ordersPlaced()).toBe(1)
  })

  test('that was captured is refunded if the stock is gone', async () => {
    const checkoutId = await late({ soldOut: true })
    const providerOrderId = world.bank.payInBrowser(5000)
    expect(await world.pay('ada', { providerOrderId })).toMatchObject({ status: 'refunded' })
    await expect(world.finalize(checkoutId)).rejects.toEqual(code('CHECKOUT_NOT_PAID'))
    await settled()
    expect(ordersPlaced()).toBe(0)
  })
})
