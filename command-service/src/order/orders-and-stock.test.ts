import type { ShopEvent } from '@shop/language/all-events'
import { isShopError } from '@shop/language/errors'
import type { Recorded } from '@shop/language/events/event'
import { isRefundDue } from '@shop/language/order/books'
import { toShipOf } from '@shop/language/order/lines'
import { leftCents } from '@shop/language/order/pieces'
import { stockStream } from '@shop/language/stock/events'
import { sumOf } from '@shop/language/values/sum-of'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { refundCase } from '../attention/refund-case.ts'
import { auditBooks } from '../books/audit-books.ts'
import { stockDecider } from '../stock/stock-decider.ts'
import { watchStock } from '../test-support/books.ts'
import { createWorld, type World } from '../test-support/create-world.ts'
import { refundsOf } from '../test-support/fake-refunds.ts'
import { cancelByCustomer, receiveReturn, refundOrder, requestReturn } from './after-buying.ts'
import { changeStatus, deleteOrder, restoreOrder } from './change-order.ts'
import { loadAnyOrder, loadOrder, onOrder } from './load-order.ts'
import { adminOrderAnswer } from './order-answer.ts'

const reason = 'A hole in it'

/** A shop with this many shirts and coats. After `begin` is called, its process dies at the failpoint number `death`. */
async function shopOf(listed: number, death?: number) {
  let racing = false
  let passed = 0
  const world = createWorld({
    pass: async () => {
      if (racing && passed++ === death) throw new Error('died')
    },
  })
  const stocks = watchStock(world)
  for (const productId of ['coat', 'shirt']) await world.list(productId, listed)
  const onHand = (productId: string) => sumOf(stocks.get(productId)?.lines.map((line) => line.onHand) ?? [])
  return {
    world,
    stocks,
    begin: () => {
      racing = true
    },
    /** Whether the process died. If it did not, all failpoints have been tried. */
    hasDied: () => death !== undefined && passed > death,
    endDeaths: () => {
      racing = false
    },
    async buy(customer: string, lines: Record<string, number>) {
      const { checkoutId } = await world.start(customer, lines)
      world.bank.decide(await world.beginPayment(checkoutId), 'approved')
      await world.pay(customer, { checkoutId })
      await world.finalize(checkoutId)
      await world.settle()
      return checkoutId
    },
    left: () => [onHand('shirt'), onHand('coat')],
    reserved: () => [...stocks.values()].flatMap(({ reserved }) => [...reserved.keys()]),
  }
}
type Shop = Awaited<ReturnType<typeof shopOf>>

const orderOf = ({ world }: Shop, id: string) => loadAnyOrder(world.parts().commands, id)
const set = ({ world }: Shop, id: string, status: 'Processing' | 'Shipped' | 'Delivered' | 'Cancelled', key?: string) =>
  changeStatus(
    world.parts(),
    id,
    { type: 'ChangeStatus', status, at: new Date(world.now()).toISOString() },
    world.asking(key),
  )
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (isShopError(error) ? error.code : 'died'),
  )
const dataOf = <Type extends ShopEvent['type']>(world: World, type: Type) =>
  (world.events as unknown as Recorded<ShopEvent>[]).flatMap((event) =>
    event.type === type ? [event.data as Extract<ShopEvent, { type: Type }>['data']] : [],
  )

test('a cancelled order that is resumed takes its pieces again, so the last two are not sold twice', async () => {
  const shop = await shopOf(2)
  const one = await shop.buy('ada', { shirt: 2 })
  await set(shop, one, 'Cancelled')
  expect(shop.left()).toEqual([2, 2])
  await set(shop, one, 'Processing')
  expect(shop.left()).toEqual([0, 2])
  await expect(shop.world.start('bob', { shirt: 2 })).rejects.toMatchObject({ code: 'OUT_OF_STOCK' })
  expect(await orderOf(shop, one)).toMatchObject({ status: 'Processing', refundDue: false })
})

test('a cancelled order stays cancelled and holds no pieces if some of its pieces are sold meanwhile', async () => {
  const shop = await shopOf(2)
  const one = await shop.buy('ada', { shirt: 2, coat: 1 })
  await set(shop, one, 'Cancelled')
  await shop.buy('bob', { shirt: 1 })
  // The coat is reserved before the shirt is found to be sold out.
  for (const status of ['Processing', 'Shipped', 'Delivered'] as const)
    await expect(set(shop, one, status)).rejects.toMatchObject({ code: 'OUT_OF_STOCK', message: 'shirt: Only 1 left' })
  expect(shop.left()).toEqual([1, 2])
  expect(shop.reserved()).toEqual([])
  expect(await orderOf(shop, one)).toMatchObject({ status: 'Cancelled', refundDue: true })
  await shop.world.settle()
  expect(shop.left()).toEqual([1, 2])
})

test('an order that is cancelled and resumed ten times loses no piece', async () => {
  const shop = await shopOf(5)
  const one = await shop.buy('ada', { shirt: 3, coat: 1 })
  for (let n = 0; n < 10; n++) {
    await set(shop, one, 'Cancelled')
    expect(shop.left()).toEqual([5, 5])
    await set(shop, one, n % 2 ? 'Processing' : 'Shipped')
    expect(shop.left()).toEqual([2, 4])
    if (n % 2 === 0) await set(shop, one, 'Processing')
  }
})

describe('a process that dies at any point', () => {
  const plays: Record<string, (shop: Shop, id: string) => Promise<unknown>> = {
    cancels: (shop, id) => set(shop, id, 'Cancelled', 'a'),
    'cancels and sets back': (shop, id) => set(shop, id, 'Cancelled', 'a').then(() => set(shop, id, 'Processing', 'b')),
    'cancels, sets back and cancels': async (shop, id) => {
      await set(shop, id, 'Cancelled', 'a')
      await set(shop, id, 'Shipped', 'b')
      await set(shop, id, 'Processing', 'c')
      await set(shop, id, 'Cancelled', 'd')
    },
    'cancels with a refund': ({ world }, id) => {
      const at = new Date(world.now()).toISOString()
      const refund = { refundId: 'r1' }
      return changeStatus(
        world.parts(),
        id,
        { type: 'ChangeStatus', status: 'Cancelled', at, refund },
        world.asking('a'),
      )
    },
    'refunds a piece': ({ world }, id) =>
      refundOrder(world.parts(), id, { reason, pieces: [{ line: 0, quantity: 1 }] }, world.asking('a')),
    'deletes and restores': async ({ world }, id) => {
      await deleteOrder(world.parts().commands, id, world.asking('a'))
      await restoreOrder(world.parts().commands, id, world.asking('b'))
    },
    'deletes, refunds and restores': async ({ world }, id) => {
      await deleteOrder(world.parts().commands, id, world.asking('a'))
      const { caseId } = dataOf(world, 'CaseOpened').find(({ kind }) => kind === 'order-deleted')!
      await refundCase(world.parts(), caseId, reason, world.asking('b'))
      await restoreOrder(world.parts().commands, id, world.asking('c'))
    },
  }
  test.each(Object.keys(plays))('%s: after a retry, pieces and money are where they belong', async (name) => {
    const play = plays[name]!
    const straight = await shopOf(5)
    const first = await straight.buy('ada', { shirt: 2, coat: 1 })
    await play(straight, first)
    await straight.world.settle()
    const wanted = await endOf(straight, first)
    let deaths = 0
    for (let death = 0; ; death++) {
      const shop = await shopOf(5, death)
      const id = await shop.buy('ada', { shirt: 2, coat: 1 })
      shop.begin()
      await codeOf(play(shop, id))
      if (!shop.hasDied()) break
      deaths++
      shop.endDeaths()
      shop.world.restart({ forgettingIds: death % 2 === 0 && name.startsWith('cancels') && !name.includes('refund') })
      if (death % 3 === 0) await shop.world.settle()
      await codeOf(play(shop, id))
      await shop.world.settle()
      expect(await endOf(shop, id), `after death ${death}`).toEqual(wanted)
    }
    expect(deaths).toBeGreaterThan(3)
  })

  /** The parts of the result that must be the same with and without a death. */
  async function endOf(shop: Shop, id: string) {
    const { status, deleted, lines, refundDue, refunds } = await orderOf(shop, id)
    const states = refunds.map(({ state, amountCents }) => ({ state, amountCents }))
    return { status, deleted, lines, refundDue, states, left: shop.left(), reserved: shop.reserved() }
  }
})

test('pieces that a request reserved before it died are for sale a minute later', async () => {
  for (let death = 0; death < 8; death++) {
    const shop = await shopOf(2, death)
    const one = await shop.buy('ada', { shirt: 2 })
    await set(shop, one, 'Cancelled')
    await shop.world.settle()
    shop.begin()
    const came = await codeOf(set(shop, one, 'Processing'))
    shop.endDeaths()
    await shop.world.settle()
    const { status } = await orderOf(shop, one)
    expect(shop.left()).toEqual([status === 'Cancelled' ? 2 : 0, 2])
    expect(shop.reserved()).toEqual([])
    if (came === 'done') expect(status).toBe('Processing')
  }
})

describe('two concurrent requests', () => {
  test('that resume the same order take its pieces once', async () => {
    const shop = await shopOf(4)
    const one = await shop.buy('ada', { shirt: 2 })
    await set(shop, one, 'Cancelled')
    await Promise.all([codeOf(set(shop, one, 'Processing')), codeOf(set(shop, one, 'Processing'))])
    await shop.world.settle()
    expect([(await orderOf(shop, one)).status, shop.left()]).toEqual(['Processing', [2, 4]])
  })

  test('to resume an order and to restore it although it is not deleted: the restoration takes no pieces', async () => {
    const shop = await shopOf(2)
    const one = await shop.buy('ada', { shirt: 2 })
    await set(shop, one, 'Cancelled')
    const begin = { type: 'BeginReclaim', before: 'leaving Cancelled' } as const
    const { reclaim } = await onOrder(shop.world.parts().commands, one, begin, shop.world.asking())
    await restoreOrder(shop.world.parts().commands, one, shop.world.asking())
    expect(await orderOf(shop, one)).toMatchObject({ status: 'Cancelled', reclaim })
    expect(dataOf(shop.world, 'StockReserved').map(({ checkoutId }) => checkoutId)).toEqual([one])
  })

  test('to resume an order and to buy its pieces: only one request gets the pieces', async () => {
    let bought = 0
    for (let n = 0; n < 20; n++) {
      const shop = await shopOf(2)
      const one = await shop.buy('ada', { shirt: 2 })
      await set(shop, one, 'Cancelled')
      const later = async () => {
        for (let tick = 0; tick < n * 5; tick++) await Promise.resolve()
        return set(shop, one, 'Processing')
      }
      await Promise.all([codeOf(shop.buy('bob', { shirt: 2 })), codeOf(later())])
      await shop.world.settle()
      const { status } = await orderOf(shop, one)
      const others = dataOf(shop.world, 'OrderPlaced').length - 1
      bought += others
      expect((status === 'Processing' ? 1 : 0) + others).toBe(1)
      expect(shop.left()).toEqual([0, 2])
    }
    expect(bought).toBeGreaterThan(0)
    expect(bought).toBeLessThan(20)
  })

  test('to refund a cancelled order and to resume it: only one request succeeds', async () => {
    for (let n = 0; n < 10; n++) {
      const shop = await shopOf(2)
      const one = await shop.buy('ada', { shirt: 2 })
      await set(shop, one, 'Cancelled')
      const ask = [
        () => set(shop, one, 'Shipped'),
        () => refundOrder(shop.world.parts(), one, { reason }, shop.world.asking()),
      ]
      const [first, second] = n % 2 ? ask : ask.toReversed()
      await Promise.all([codeOf(first!()), codeOf(second!())])
      await shop.world.settle()
      const order = await orderOf(shop, one)
      if (order.refunds.length === 0) expect(order.status).toBe('Shipped')
      expect(shop.left()).toEqual([order.lines[0]!.sent > 0 ? 0 : 2, 2])
    }
  })

  test('by a customer who cancels and a packer who ships: the order is either shipped, or refunded and returned to stock', async () => {
    for (let n = 0; n < 10; n++) {
      const shop = await shopOf(2)
      const one = await shop.buy('ada', { shirt: 2 })
      const ask = [
        () => cancelByCustomer(shop.world.parts(), one, shop.world.asking()),
        () => set(shop, one, 'Shipped'),
      ]
      const [first, second] = n % 2 ? ask : ask.toReversed()
      await Promise.all([codeOf(first!()), codeOf(second!())])
      await shop.world.settle()
      const { status, refunds } = await orderOf(shop, one)
      expect([status, refunds.length, shop.left()[0]]).toEqual(
        status === 'Shipped' ? ['Shipped', 0, 0] : ['Cancelled', 1, 2],
      )
    }
  })
})

test('a cancellation does not lose the pieces of an old return that was requested before shipping', async () => {
  const shop = await shopOf(10)
  const one = await shop.buy('ada', { shirt: 3 })
  const early = requestReturn(
    shop.world.parts(),
    one,
    { reason, pieces: [{ line: 0, quantity: 3 }] },
    shop.world.asking(),
  )
  await expect(early).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('Cancel it instead') })
  await cancelByCustomer(shop.world.parts(), one, shop.world.asking())
  await shop.world.settle()
  expect(shop.left()).toEqual([10, 10])
})

test('the pieces of a cancelled shipped order are in stock once they are received', async () => {
  const shop = await shopOf(5)
  const one = await shop.buy('ada', { shirt: 3 })
  await set(shop, one, 'Delivered')
  const { returns } = await set(shop, one, 'Cancelled')
  await shop.world.settle()
  expect(shop.left()).toEqual([2, 5])
  const received = [{ line: 0, quantity: 3, restocked: 2 }]
  const { returnId } = returns[0]!
  await receiveReturn(shop.world.parts(), { orderId: one, returnId }, { received }, shop.world.asking())
  await shop.world.settle()
  expect(shop.left()).toEqual([4, 5])
  expect(await loadOrder(shop.world.parts().commands, one)).toMatchObject({ refundDue: true, refunds: [] })
  await expect(set(shop, one, 'Processing')).rejects.toMatchObject({ message: expect.stringContaining('came back') })
  expect(shop.left()).toEqual([4, 5])
})

test('the refund of the customer’s own return leaves the rest of a cancelled order’s payment due', async () => {
  const shop = await shopOf(5)
  const { world } = shop
  const one = await shop.buy('ada', { shirt: 3 })
  await set(shop, one, 'Delivered')
  const { returnId } = await requestReturn(world.parts(), one, { pieces: [{ line: 0, quantity: 1 }] }, world.asking())
  const { returns } = await set(shop, one, 'Cancelled')
  const receive = (id: string, quantity: number, amountCents?: number) =>
    receiveReturn(
      world.parts(),
      { orderId: one, returnId: id },
      { received: [{ line: 0, quantity, restocked: quantity }], ...(amountCents && { amountCents }) },
      world.asking(),
    )
  await receive(returnId, 1)
  await world.settle()
  const order = await loadOrder(world.parts().commands, one)
  expect([isRefundDue(order), leftCents(order)]).toEqual([true, 5000])
  await receive(returns.at(-1)!.returnId, 2, 1000)
  await world.settle()
  expect(isRefundDue(await loadOrder(world.parts().commands, one))).toBe(false)
})

test('the pieces of a pending refund are not shipped, and return to stock when the refund is made', async () => {
  for (const end of ['COMPLETED', 'FAILED'] as const) {
    const shop = await shopOf(5)
    const { world } = shop
    const one = await shop.buy('ada', { shirt: 3 })
    world.bank.faults.refundsPend = true
    await refundOrder(world.parts(), one, { reason, pieces: [{ line: 0, quantity: 1 }] }, world.asking())
    expect([toShipOf(await orderOf(shop, one), 0), shop.left()]).toEqual([2, [2, 5]])
    for (const { id } of [...world.bank.orders.values()].flatMap(refundsOf)) world.bank.endRefund(id, end)
    world.bank.faults.refundsPend = false
    await world.settle()
    const isMade = end === 'COMPLETED'
    expect([toShipOf(await orderOf(shop, one), 0), shop.left()[0]]).toEqual(isMade ? [2, 3] : [3, 2])
    expect(dataOf(world, 'CaseOpened')).toHaveLength(isMade ? 0 : 1)
  }
})

test('a deleted paid order has a case until its money is refunded or it is restored, and its pieces are for sale', async () => {
  const shop = await shopOf(2)
  const { world } = shop
  const one = await shop.buy('ada', { shirt: 2 })
  const { commands } = world.parts()
  await deleteOrder(commands, one, world.asking())
  expect(shop.left()).toEqual([2, 2])
  const opened = () => dataOf(world, 'CaseOpened').filter(({ kind }) => kind === 'order-deleted')
  expect(opened()).toMatchObject([{ orderId: one, amountCents: 5000 }])
  await restoreOrder(commands, one, world.asking())
  expect(shop.left()).toEqual([0, 2])
  expect(dataOf(world, 'CaseClosed')).toMatchObject([{ outcome: 'settled' }])
  await deleteOrder(commands, one, world.asking())
  expect(opened()).toHaveLength(2)
  await shop.buy('bob', { shirt: 1 })
  await expect(restoreOrder(commands, one, world.asking())).rejects.toMatchObject({ code: 'OUT_OF_STOCK' })
  await refundCase(world.parts(), opened()[1]!.caseId, reason, world.asking())
  await world.settle()
  expect(await orderOf(shop, one)).toMatchObject({ deleted: true, refunds: [{ state: 'made', amountCents: 5000 }] })
  await restoreOrder(commands, one, world.asking())
  expect(await orderOf(shop, one)).toMatchObject({ status: 'Cancelled', deleted: false, refundDue: false })
  expect(shop.left()).toEqual([1, 2])
})

describe('an order that is restored during a refund that then fails', () => {
  async function lackingAll(listed: number) {
    const shop = await shopOf(listed)
    const { world } = shop
    const one = await shop.buy('ada', { shirt: 2 })
    world.bank.faults.refundsPend = true
    await refundOrder(world.parts(), one, { reason }, world.asking())
    await deleteOrder(world.parts().commands, one, world.asking())
    await restoreOrder(world.parts().commands, one, world.asking())
    for (const { id } of [...world.bank.orders.values()].flatMap(refundsOf)) world.bank.endRefund(id, 'FAILED')
    await world.settle()
    const view = async () => adminOrderAnswer(world.parts().commands, await orderOf(shop, one))
    return { shop, one, view }
  }

  test('lacks its pieces, and takes them from stock when it is set to Processing', async () => {
    const { shop, one, view } = await lackingAll(2)
    expect(shop.left()).toEqual([2, 2])
    expect(await view()).toMatchObject({ status: 'Processing', leftToShip: 0, lacking: 2, refundable: 50 })
    await set(shop, one, 'Processing', 'again')
    await set(shop, one, 'Processing', 'again')
    expect(shop.left()).toEqual([0, 2])
    const after = await view()
    expect(after).toMatchObject({ status: 'Processing', leftToShip: 2 })
    expect(after.lacking).toBeUndefined()
    await set(shop, one, 'Shipped')
    await shop.world.settle()
    expect((await auditBooks([shop.world.events])).found).toEqual([])
  })

  test.each(['Shipped', 'Delivered'] as const)('cannot become %s without its pieces', async (status) => {
    const { shop, one, view } = await lackingAll(2)
    await expect(set(shop, one, status)).rejects.toMatchObject({ code: 'CONFLICT', message: /lacks pieces/ })
    expect(await view()).toMatchObject({ status: 'Processing', lacking: 2 })
  })

  test('is refunded instead if its pieces are sold meanwhile', async () => {
    const { shop, one, view } = await lackingAll(2)
    await shop.buy('bob', { shirt: 1 })
    await expect(set(shop, one, 'Processing')).rejects.toMatchObject({ code: 'OUT_OF_STOCK' })
    expect(shop.reserved()).toEqual([])
    shop.world.bank.faults.refundsPend = false
    await refundOrder(shop.world.parts(), one, { reason }, shop.world.asking())
    await shop.world.settle()
    const after = await view()
    expect([after.lacking, after.refundState]).toEqual([undefined, 'full'])
    expect((await auditBooks([shop.world.events])).found).toEqual([])
  })
})

test('every promised piece is taken from stock, whatever admins, customer and jobs do concurrently, even if processes die', async () => {
  const acts: readonly ((shop: Shop, id: string, key: string) => Promise<unknown>)[] = [
    ...(['Processing', 'Shipped', 'Delivered', 'Cancelled', 'Cancelled', 'Processing'] as const).map(
      (status) => (shop: Shop, id: string, key: string) => set(shop, id, status, key),
    ),
    ({ world }, id, key) => cancelByCustomer(world.parts(), id, world.asking(key)),
    ({ world }, id, key) =>
      refundOrder(world.parts(), id, { reason, pieces: [{ line: 0, quantity: 1 }] }, world.asking(key)),
    ({ world }, id, key) => refundOrder(world.parts(), id, { reason, amountCents: 1000 }, world.asking(key)),
    ({ world }, id, key) => deleteOrder(world.parts().commands, id, world.asking(key)),
    ({ world }, id, key) => restoreOrder(world.parts().commands, id, world.asking(key)),
    (shop) => shop.buy('bob', { shirt: 1 }),
    async ({ world }, id, key) => {
      const pieces = [{ line: 0, quantity: 1 }]
      const { returnId } = await requestReturn(world.parts(), id, { reason, pieces }, world.asking(key))
      const received = [{ line: 0, quantity: 1, restocked: 1 }]
      await receiveReturn(world.parts(), { orderId: id, returnId }, { received }, world.asking(`${key} received`))
    },
  ]
  const steps = fc.array(fc.array(fc.nat(acts.length - 1), { minLength: 1, maxLength: 3 }), {
    minLength: 1,
    maxLength: 8,
  })
  let setBack = 0
  await fc.assert(
    fc.asyncProperty(steps, fc.option(fc.nat(120), { nil: undefined }), async (rounds, death) => {
      const shop = await shopOf(4, death)
      const one = await shop.buy('ada', { shirt: 2, coat: 1 })
      shop.begin()
      for (const [round, together] of rounds.entries())
        await Promise.all(together.map((act, n) => codeOf(acts[act]!(shop, one, `${round} ${n}`))))
      shop.endDeaths()
      await shop.world.settle()
      setBack += dataOf(shop.world, 'PiecesReclaimed').length
      expect(shop.reserved()).toEqual([])
      const ids = dataOf(shop.world, 'OrderPlaced').map(({ orderId }) => orderId)
      const promised = { shirt: 0, coat: 0 }
      for (const id of ids) {
        const { lines, facts } = await orderOf(shop, id)
        for (const [line, { held, sent, gone, givenUp, untaken }] of lines.entries()) {
          const { productId, quantity } = facts.items[line]!
          promised[productId as 'shirt'] += held + sent
          expect([held + sent + gone + givenUp, untaken]).toEqual([quantity, 0])
        }
      }
      const [shirts = 0, coats = 0] = shop.left()
      expect(promised.shirt + shirts).toBeLessThanOrEqual(4)
      expect(promised.coat + coats).toBeLessThanOrEqual(4)
    }),
    { numRuns: 250 },
  )
  expect(setBack).toBeGreaterThan(20)
})

test('pieces that are reserved for a sold checkout, so late that the stock has forgotten its hold, are released', async () => {
  const shop = await shopOf(3)
  const { world } = shop
  const sold = await shop.buy('ada', { shirt: 1 })
  // Each of these checkouts ends the hold of the one before.
  for (let n = 0; n < 460; n++) await world.start('bob', { shirt: 1 })
  const lines = [{ size: 'M', color: 'Red', quantity: 1 }]
  const reserve = { type: 'Reserve', productId: 'shirt', checkoutId: sold, lines } as const
  await world.parts().commands.ensure(stockDecider, stockStream('shirt'), reserve, world.asking())
  expect(shop.reserved()).toContain(sold)
  await world.settle(5_000)
  expect(shop.reserved()).toEqual([])
  expect(shop.left()).toEqual([2, 3])
})
