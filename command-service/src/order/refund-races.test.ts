import type { ShopEvent } from '@shop/language/all-events'
import type { Recorded } from '@shop/language/events/event'
import { stockStream } from '@shop/language/stock/events'
import { sumOf } from '@shop/language/values/sum-of'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { stockDecider } from '../stock/stock-decider.ts'
import { watchStock } from '../test-support/books.ts'
import { createWorld, type World } from '../test-support/create-world.ts'
import { partsGoneOf, refundsOf } from '../test-support/fake-refunds.ts'
import type { RefundStatus } from '../test-support/held-order.ts'
import { cancelByCustomer, receiveReturn, refundOrder, requestReturn } from './after-buying.ts'
import { loadOrder } from './load-order.ts'
import { noteProviderRefund } from './note-provider-refund.ts'
import { putBack } from './put-back.ts'

const LISTED = 5
const BOUGHT = 3

type Faults = World['bank']['faults']

/** A world with a paid order of three shirts for 75.00. Its process dies at some failpoints, and its provider refuses some refunds. */
async function bought(
  deaths: readonly number[] = [],
  refusals: readonly Faults['refusesRefunds'][] = [],
  { turnsApart = false, ends = [] as readonly RefundStatus[] } = {},
) {
  let racing = false
  let passed = 0
  let asked = 0
  let pended = 0
  const world = createWorld({
    turnsApart,
    pass: async (failpoint) => {
      if (!racing) return
      if (deaths.includes(passed++)) throw new Error('died')
      if (failpoint !== 'before provider') return
      if (refusals.length > 0) world.bank.faults.refusesRefunds = refusals[asked++] ?? false
      if (ends.length > 0) pendOrEnd()
    },
  })
  /** A refund stays pending until the shop queries the provider again. */
  function pendOrEnd() {
    for (const { id, status } of [...world.bank.orders.values()].flatMap(refundsOf))
      if (status === 'PENDING') world.bank.endRefund(id, ends[pended++] ?? 'COMPLETED')
    world.bank.faults.refundsPend = pended < ends.length
  }
  const stocks = watchStock(world)
  await world.list('shirt', LISTED)
  const { checkoutId: orderId } = await world.start('ada', { shirt: BOUGHT })
  world.bank.decide(await world.beginPayment(orderId), 'approved')
  await world.pay('ada', { checkoutId: orderId })
  await world.finalize(orderId)
  await world.settle()
  racing = true
  const endFaults = () => {
    racing = false
  }
  return {
    world,
    endFaults,
    orderId,
    onHand: () => stocks.get('shirt')?.lines.reduce((sum, { onHand }) => sum + onHand, 0),
  }
}

const dataOf = <Type extends ShopEvent['type']>(world: World, type: Type) =>
  (world.events as unknown as Recorded<ShopEvent>[]).flatMap((event) =>
    event.type === type ? [event.data as Extract<ShopEvent, { type: Type }>['data']] : [],
  )
const atTheProvider = ({ bank }: World) => sumOf([...bank.orders.values()].map(partsGoneOf))
const inTheBooks = (world: World) =>
  sumOf([...dataOf(world, 'OrderRefunded'), ...dataOf(world, 'RefundNoted')].map(({ amountCents }) => amountCents)) -
  sumOf(dataOf(world, 'OrderRefundFailed').flatMap(({ amountCents, wasMade }) => (wasMade ? [amountCents] : [])))

/** The refunds with an open case. */
function openCases(world: World) {
  const closed = dataOf(world, 'CaseClosed').map(({ caseId }) => caseId)
  return dataOf(world, 'CaseOpened').flatMap(({ caseId, refundId }) => (closed.includes(caseId) ? [] : [refundId]))
}

const one = [{ line: 0, quantity: 1 }]
const reason = 'A hole in it'
const whole = ({ world, orderId }: Shop, key: string) =>
  refundOrder(world.parts(), orderId, { reason }, world.asking(key))
type Shop = Awaited<ReturnType<typeof bought>>

/** The provider reports each refund that it has made, as its webhooks do. So the shop learns of refunds whose answer was lost. */
async function reportRefunds({ world, orderId }: Shop) {
  for (const order of world.bank.orders.values())
    for (const { id, amountCents, status, customId: refundId } of refundsOf(order)) {
      if (status !== 'COMPLETED') continue
      const made = { status: 'made', captureId: order.captureId!, amountCents, currency: 'USD' } as const
      const report = { orderId, providerRefundId: id, refundId, ...made }
      await noteProviderRefund(world.parts().commands, report, world.asking(`report of ${refundId}`))
    }
}

test('twenty parallel calls with one key refund once', async () => {
  const shop = await bought()
  const all = await Promise.all(Array.from({ length: 20 }, () => whole(shop, 'one key')))
  expect(new Set(all.map(({ refundId }) => refundId)).size).toBe(1)
  expect(dataOf(shop.world, 'OrderRefundRequested')).toHaveLength(1)
  expect(dataOf(shop.world, 'OrderRefunded')).toHaveLength(1)
  expect(atTheProvider(shop.world)).toBe(7500)
})

test('twenty parallel calls with different keys refund no more than was paid', async () => {
  const shop = await bought()
  const wanted = { reason, amountCents: 1000 }
  const all = await Promise.allSettled(
    Array.from({ length: 20 }, (_, key) =>
      refundOrder(shop.world.parts(), shop.orderId, wanted, shop.world.asking(`key ${key}`)),
    ),
  )
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(7)
  expect(atTheProvider(shop.world)).toBe(7000)
})

test('a refund that is requested while the provider does not answer is made once the provider answers', async () => {
  const shop = await bought()
  shop.world.bank.faults.down = true
  const { order } = await whole(shop, 'key')
  expect(order.refunds).toMatchObject([{ state: 'requested', amountCents: 7500 }])
  shop.world.bank.faults.down = false
  await shop.world.settle()
  expect(await loadOrder(shop.world.parts().commands, shop.orderId)).toMatchObject({ refunds: [{ state: 'made' }] })
  expect(atTheProvider(shop.world)).toBe(7500)
})

test('a finally refused refund is a case, and its retry is a further refund', async () => {
  const shop = await bought()
  shop.world.bank.faults.refusesRefunds = 'for good'
  const { order } = await whole(shop, 'key')
  expect(order.refunds).toMatchObject([{ state: 'refused', code: 'REFUND_NOT_ALLOWED' }])
  await shop.world.settle()
  expect(dataOf(shop.world, 'CaseOpened')).toMatchObject([{ orderId: shop.orderId, amountCents: 7500 }])
  shop.world.bank.faults.refusesRefunds = false
  await shop.world.retryCase(dataOf(shop.world, 'CaseOpened')[0]!.caseId)
  await shop.world.settle()
  expect(dataOf(shop.world, 'CaseClosed')).toMatchObject([{ outcome: 'refunded' }])
  expect(atTheProvider(shop.world)).toBe(7500)
})

test.each(['for now', 'for good'] as const)(
  'a refund that is refused %s has a case, at whatever point a process dies',
  async (how) => {
    for (let death = 0; death < 12; death++) {
      const shop = await bought([death], [how])
      const { world } = shop
      await whole(shop, 'key').catch(() => undefined)
      const { refunds } = await loadOrder(world.parts().commands, shop.orderId)
      await world.settle()
      if (how === 'for good' && refunds.length > 0 && atTheProvider(world) === 0)
        expect(openCases(world), `died at ${death}`).toHaveLength(1)
      else expect(openCases(world), `died at ${death}`).toEqual([])
    }
  },
)

test('if two processes make a refund without taking turns, and one is refused, no case stays open', async () => {
  const shop = await bought([], ['for good', false], { turnsApart: true })
  await Promise.all([whole(shop, 'one key'), whole(shop, 'one key')])
  await shop.world.settle()
  expect(atTheProvider(shop.world)).toBe(7500)
  expect(inTheBooks(shop.world)).toBe(7500)
  expect(openCases(shop.world)).toEqual([])
})

test('a refund that was made at the provider is recorded once, even if it is reported several times', async () => {
  const { world, orderId } = await bought()
  const { captureId } = dataOf(world, 'OrderPlaced')[0]!
  const report = {
    orderId,
    providerRefundId: 'P1',
    status: 'made',
    captureId,
    amountCents: 2500,
    currency: 'USD',
  } as const
  await Promise.all([1, 2, 3].map(() => noteProviderRefund(world.parts().commands, report, world.asking())))
  expect(inTheBooks(world)).toBe(2500)
})

describe('pieces', () => {
  test('of an order that its customer cancels return once, and the money is refunded once', async () => {
    const shop = await bought()
    const { world, orderId } = shop
    await Promise.all([1, 2, 3].map((key) => cancelByCustomer(world.parts(), orderId, world.asking(`${key}`))))
    await world.settle()
    expect([shop.onHand(), atTheProvider(world)]).toEqual([LISTED, 7500])
    expect(await loadOrder(world.parts().commands, orderId)).toMatchObject({ status: 'Cancelled', refundDue: false })
  })

  test('of a return are in stock if they were restocked, and do not return a second time when the order is cancelled', async () => {
    const shop = await bought()
    const { world, orderId } = shop
    const pieces = [{ line: 0, quantity: 2 }]
    await world.becomes(orderId, 'Shipped')
    const { returnId } = await requestReturn(world.parts(), orderId, { reason, pieces }, world.asking())
    const received = [{ line: 0, quantity: 2, restocked: 1 }]
    const receive = () => receiveReturn(world.parts(), { orderId, returnId }, { received }, world.asking('received'))
    await Promise.all([receive(), receive()])
    await world.settle()
    expect([shop.onHand(), atTheProvider(world)]).toEqual([LISTED - BOUGHT + 1, 5000])
    await world.becomes(orderId, 'Cancelled')
    await world.settle()
    // One piece returned to stock, one was written off, and the third is awaited.
    expect(shop.onHand()).toBe(LISTED - 2)
  })

  test('return to stock once, by a return or a cancellation, even if the order is cancelled and resumed many times', async () => {
    const shop = await bought()
    const { world, orderId } = shop
    await world.becomes(orderId, 'Shipped')
    const early = await requestReturn(world.parts(), orderId, { reason, pieces: one }, world.asking('early'))
    await world.becomes(orderId, 'Cancelled')
    await world.becomes(orderId, 'Delivered')
    const late = await requestReturn(world.parts(), orderId, { reason, pieces: one }, world.asking('late'))
    expect(shop.onHand()).toBe(LISTED - BOUGHT)
    for (const { returnId } of [late, early]) {
      const received = [{ line: 0, quantity: 1, restocked: 1 }]
      await receiveReturn(world.parts(), { orderId, returnId }, { received }, world.asking(returnId))
    }
    for (const status of ['Processing', 'Cancelled', 'Processing', 'Cancelled'] as const)
      await world.becomes(orderId, status)
    await world.settle()
    expect(shop.onHand()).toBe(LISTED)
  })
})

test('a return goes back into stock once, even if its job runs again much later', async () => {
  const shop = await bought()
  const { world, orderId } = shop
  await world.becomes(orderId, 'Shipped')
  const { returnId } = await requestReturn(world.parts(), orderId, { reason, pieces: one }, world.asking())
  const received = [{ line: 0, quantity: 1, restocked: 1 }]
  await receiveReturn(world.parts(), { orderId, returnId }, { received }, world.asking())
  await world.settle()
  const others = Array.from({ length: 250 }, (_, n) => `other ${n}`)
  for (const other of others) {
    const back = { type: 'Return', productId: 'shirt', orderId: other, returnId: other } as const
    const lines = [{ size: '', color: '', quantity: 1 }]
    await world.parts().commands.ensure(stockDecider, stockStream('shirt'), { ...back, lines }, world.asking(other))
  }
  world.restart({ forgettingIds: true })
  await putBack(world.parts().commands, orderId, world.asking())
  expect(shop.onHand()).toBe(LISTED - BOUGHT + 1 + others.length)
})

test('after any deaths and retries, the recorded refunds equal what the provider refunded', async () => {
  const acts: Record<string, (shop: Shop, key: string) => Promise<unknown>> = {
    whole,
    piece: ({ world, orderId }, key) => refundOrder(world.parts(), orderId, { reason, pieces: one }, world.asking(key)),
    amount: ({ world, orderId }, key) =>
      refundOrder(world.parts(), orderId, { reason, amountCents: 1234 }, world.asking(key)),
    cancel: ({ world, orderId }, key) => cancelByCustomer(world.parts(), orderId, world.asking(key)),
    sendBack: async ({ world, orderId }, key) => {
      const wanted = { reason, pieces: one }
      await world.becomes(orderId, 'Shipped')
      const { returnId } = await requestReturn(world.parts(), orderId, wanted, world.asking(key))
      const received = [{ line: 0, quantity: 1, restocked: 1 }]
      await receiveReturn(world.parts(), { orderId, returnId }, { received }, world.asking(`${key} received`))
    },
  }
  const plays = fc.record({
    cast: fc.array(fc.tuple(fc.constantFrom(...Object.keys(acts)), fc.constantFrom('a', 'b')), {
      minLength: 1,
      maxLength: 6,
    }),
    deaths: fc.array(fc.nat(60), { maxLength: 4 }),
    refusals: fc.array(fc.constantFrom<Faults['refusesRefunds']>(false, 'for now', 'for good'), { maxLength: 6 }),
    ends: fc.array(fc.constantFrom<RefundStatus>('COMPLETED', 'FAILED', 'CANCELLED'), { maxLength: 3 }),
    forgettingIds: fc.boolean(),
  })
  let paidBack = 0
  let refused = 0
  let failed = 0
  await fc.assert(
    fc.asyncProperty(plays, async ({ cast, deaths, refusals, ends, forgettingIds }) => {
      const shop = await bought(deaths, refusals, { ends })
      const { world, orderId } = shop
      const run = (name: string, key: string) => acts[name]!(shop, `${name} ${key}`).catch(() => undefined)
      await Promise.all(cast.map(([name, key]) => run(name, key)))
      for (const [name, key] of cast) await run(name, key)
      world.restart({ forgettingIds })
      await world.settle()
      shop.endFaults()
      await reportRefunds(shop)
      const { refunds, lines, totalCents } = await loadOrder(world.parts().commands, orderId)
      expect(refunds.filter(({ state }) => state === 'requested' || state === 'pending')).toEqual([])
      const settled = dataOf(world, 'CaseClosed').map(({ caseId }) => caseId)
      const replaced = dataOf(world, 'CaseOpened').flatMap(({ caseId, refundId }) => {
        const one = refunds.find((known) => known.refundId === refundId || known.providerRefundId === refundId)
        return settled.includes(caseId) && one?.state === 'refused' ? one : []
      })
      const replacedCents = sumOf(replaced.map(({ amountCents }) => amountCents))
      expect(inTheBooks(world)).toBeGreaterThanOrEqual(Math.min(replacedCents, totalCents))
      const left = refunds
        .filter((one) => one.state === 'refused' && !replaced.includes(one))
        .map(({ refundId }) => refundId)
      const inCases = openCases(world).map(
        (name) => refunds.find((one) => one.refundId === name || one.providerRefundId === name)?.refundId ?? name,
      )
      expect(inCases.toSorted(), 'what was refused for good has an open case, and nothing else').toEqual(
        left.toSorted(),
      )
      refused += left.length
      failed += dataOf(world, 'OrderRefundFailed').length
      expect(inTheBooks(world)).toBe(atTheProvider(world))
      expect(inTheBooks(world)).toBeLessThanOrEqual(7500)
      const [line] = lines
      const out =
        BOUGHT +
        sumOf(dataOf(world, 'PiecesReclaimed').flatMap(({ pieces }) => pieces.map(({ quantity }) => quantity))) -
        sumOf(dataOf(world, 'PiecesGivenUp').flatMap(({ pieces }) => pieces.map(({ toStock }) => toStock))) -
        sumOf(dataOf(world, 'ReturnReceived').flatMap(({ pieces }) => pieces.map(({ restocked }) => restocked)))
      expect(shop.onHand()).toBe(LISTED - out)
      expect(line!.held + line!.sent, 'what the order has was taken from stock').toBeLessThanOrEqual(out)
      paidBack += inTheBooks(world)
    }),
    { numRuns: 150 },
  )
  expect(paidBack).toBeGreaterThan(10_000)
  expect(refused).toBeGreaterThan(10)
  expect(failed).toBeGreaterThan(10)
})
