import { furtherTryOf, isRefundDue } from '@shop/language/order/books'
import { returnablePieces } from '@shop/language/order/pieces'
import { sumOf } from '@shop/language/values/sum-of'
import { beforeEach, describe, expect, test } from 'vitest'
import { closeForAdmin } from '../attention/close-case.ts'
import { buyShirts, countRefunds, dataOf, openCodes } from '../test-support/bought.ts'
import { createWorld, type World } from '../test-support/create-world.ts'
import { receiveReturn, refundOrder, requestReturn } from './after-buying.ts'
import { changeStatus, deleteOrder } from './change-order.ts'
import { changeStatuses } from './change-statuses.ts'
import { loadOrder, onOrder } from './load-order.ts'
import { noteProviderRefund, noteRefundsAtProvider } from './note-provider-refund.ts'
import { customerOrderView } from './order-answer.ts'
import { refundDeleted } from './refund-deleted.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const reason = 'A hole in it'

let world: World
let bought: Awaited<ReturnType<typeof buyShirts>>
let asked: ReturnType<typeof countRefunds>
let held = async () => {}
let noted = () => {}

beforeEach(async () => {
  held = async () => {}
  noted = () => {}
  world = createWorld({
    mails: true,
    pass: async (at) => (at === 'before provider' ? held() : at === 'after append' ? noted() : undefined),
  })
  await world.register('ada')
  bought = await buyShirts(world)
  asked = countRefunds(world)
})

const refund = (key: string, wanted: object = {}) =>
  refundOrder(world.parts(), bought.orderId, { reason, ...wanted }, world.asking(key))
const order = () => loadOrder(world.parts().commands, bought.orderId)
const view = async () => customerOrderView(await order())
const mails = () => world.mailer.taken.filter(({ subject }) => subject.startsWith('Refund for order')).length
const webhook = (what: string, refundId: string, more: object = {}) =>
  world.signal({ what, signalId: `WH-${what}`, refundId, captureId: bought.captureId, amountCents: 7500, ...more })
const caseIds = () => dataOf(world, 'CaseOpened').map(({ caseId }) => caseId)

describe('a refund that two concurrent requests want to make', () => {
  const both = () => {
    const job = [...world.jobs.values()].find(({ command }) => command.type === 'MakeRefund')
    return job && world.work(job)
  }

  test('is requested once, and both requests get its answer', async () => {
    const begun = Promise.withResolvers<void>()
    held = async () => {
      begun.resolve()
      await new Promise((resolve) => setImmediate(resolve))
    }
    const request = refund('key')
    await begun.promise
    await both()
    expect((await request).order.refunds).toMatchObject([{ state: 'made' }])
    expect(asked.attempts).toEqual([0])
    expect(caseIds()).toEqual([])
  })

  test.each([
    ['for good', 'REFUND_NOT_ALLOWED', 'refused'],
    ['for now', 'PERMISSION_DENIED', 'requested'],
  ] as const)('and that the provider refuses %s has a case with the provider’s reason', async (how, code, state) => {
    world.bank.faults.refusesRefunds = how
    const [{ order }] = await Promise.all([refund('key'), refund('key')])
    await both()
    expect(order.refunds).toMatchObject([{ state, code }])
    expect(asked.attempts).toEqual([0])
    expect(openCodes(world)).toEqual([code])
  })
})

describe('a refund that the provider does not carry out', () => {
  test('is tried again with growing pauses, each time with a new request id, until it is made', async () => {
    world.bank.faults.refusesRefunds = 'for now'
    await refund('key')
    const tries = [asked.attempts.length]
    for (const minutes of [4, 1, 9, 1, 19, 1]) {
      await world.live(minutes * MINUTE_MS)
      tries.push(asked.attempts.length)
    }
    expect(tries).toEqual([1, 1, 2, 2, 3, 3, 4])
    expect(asked.attempts).toEqual([0, 1, 2, 3])
    expect(openCodes(world)).toEqual(['PERMISSION_DENIED'])
    expect(caseIds()).toHaveLength(1)
    world.bank.faults.refusesRefunds = false
    await world.settle()
    expect(asked.attempts).toEqual([0, 1, 2, 3, 4])
    expect(await view()).toMatchObject({ refundedTotal: 75 })
    expect(openCodes(world)).toEqual([])
  })

  test('is tried again even if the shop recorded the answer so late that the next try is already due', async () => {
    world.bank.faults.down = true
    await refund('key')
    world.bank.faults.down = false
    world.bank.faults.refusesRefunds = 'for now'
    noted = () => {
      if (world.events.at(-1)?.type === 'CaseOpened') world.passTime(DAY_MS)
    }
    await world.live(MINUTE_MS)
    expect((await order()).refunds).toMatchObject([{ state: 'requested', code: 'PERMISSION_DENIED' }])
    world.bank.faults.refusesRefunds = false
    await world.settle()
    expect(await view()).toMatchObject({ refundedTotal: 75 })
    expect(openCodes(world)).toEqual([])
  })

  test('is not requested again if an earlier request had made it and its answer was lost', async () => {
    const { provider } = world.bank
    const { refund: make } = provider
    const answers = ['lost', 'not carried out']
    provider.refund = async (wanted) => {
      const next = answers.shift()
      if (next === 'not carried out') return { is: next, code: 'RATE_LIMIT_REACHED' }
      const made = await make(wanted)
      return next === 'lost' ? { is: 'unknown', cause: new Error(next) } : made
    }
    await refund('key')
    await world.settle()
    expect(asked.attempts).toEqual([0])
    expect(await view()).toMatchObject({ refundedTotal: 75 })
    expect(openCodes(world)).toEqual([])
  })

  test('is looked up first if its answer was lost so long ago that the provider may have forgotten the request', async () => {
    const { provider } = world.bank
    const { refund: make } = provider
    provider.refund = async (wanted) => {
      await make(wanted)
      return { is: 'unknown', cause: new Error('no answer') }
    }
    await refund('key', { amountCents: 2500 })
    world.passTime(46 * DAY_MS)
    await world.settle()
    expect(asked.attempts).toEqual([0])
    expect((await view()).refunds).toMatchObject([{ state: 'made', amount: 25 }])
  })

  test('is tried again immediately for an admin', async () => {
    world.bank.faults.refusesRefunds = 'for now'
    await refund('key')
    world.bank.faults.refusesRefunds = false
    await world.retryCase(caseIds()[0]!)
    expect(asked.attempts).toEqual([0, 1])
    expect(openCodes(world)).toEqual([])
  })

  test('keeps its number of tries if the provider does not answer', async () => {
    world.bank.faults.down = true
    await refund('key')
    await world.live(MINUTE_MS)
    expect(asked.attempts.length).toBeGreaterThan(1)
    expect(new Set(asked.attempts)).toEqual(new Set([0]))
    expect(caseIds()).toEqual([])
  })
})

describe('a refund that the provider has only accepted', () => {
  const providerRefundId = 'REF-PP1-1'
  beforeEach(async () => {
    world.bank.faults.refundsPend = true
    await refund('key')
  })

  test('until it is completed, counts neither as refunded nor as refundable, and sends no mail', async () => {
    await world.live(DAY_MS)
    expect(await view()).toMatchObject({ refundedTotal: 0, refunds: [{ state: 'pending', amount: 75 }] })
    expect(mails()).toBe(0)
    await expect(refund('another')).rejects.toThrow('nothing left to refund')
    world.bank.endRefund(providerRefundId, 'COMPLETED')
    await world.settle()
    expect(await view()).toMatchObject({ refundedTotal: 75, refunds: [{ state: 'made' }] })
    expect(mails()).toBe(1)
    expect(caseIds()).toEqual([])
    expect(asked.attempts).toEqual([0])
  })

  test('is looked up with growing pauses', async () => {
    await world.live(DAY_MS)
    const inADay = asked.lookUps.length
    await world.live(4 * DAY_MS)
    expect(inADay).toBeLessThan(20)
    expect(asked.lookUps.length - inADay).toBe(16)
  })

  test.each(['COMPLETED', 'FAILED'] as const)('ends as soon as a webhook reports the status %s', async (end) => {
    world.bank.endRefund(providerRefundId, end)
    await webhook(end === 'FAILED' ? 'PAYMENT.REFUND.FAILED' : 'PAYMENT.CAPTURE.REFUNDED', providerRefundId)
    await world.live(1000)
    expect((await order()).refunds).toMatchObject([{ state: end === 'FAILED' ? 'refused' : 'made' }])
  })

  test.each(['FAILED', 'CANCELLED'] as const)('that ends as %s has a case; a retry makes the refund', async (end) => {
    world.bank.endRefund(providerRefundId, end)
    await world.settle()
    expect(await view()).toMatchObject({ refundedTotal: 0, refunds: [{ state: 'refused' }] })
    expect(openCodes(world)).toEqual([`REFUND_${end}`])
    expect(mails()).toBe(0)
    world.bank.faults.refundsPend = false
    await world.retryCase(caseIds()[0]!)
    await world.settle()
    expect(await view()).toMatchObject({ refundedTotal: 75, refunds: [{ state: 'made', amount: 75 }] })
    expect(openCodes(world)).toEqual([])
    expect(mails()).toBe(1)
  })

  test.each(['fails', 'is refused'])('has only one case if it fails and its retry %s', async (how) => {
    world.bank.endRefund(providerRefundId, 'FAILED')
    await world.settle()
    if (how === 'is refused') world.bank.faults.refusesRefunds = 'for good'
    await world.retryCase(caseIds()[0]!)
    if (how === 'fails') world.bank.endRefund('REF-PP1-2', 'CANCELLED')
    await world.settle()
    expect(openCodes(world)).toEqual([how === 'fails' ? 'REFUND_CANCELLED' : 'REFUND_NOT_ALLOWED'])
    world.bank.faults.refundsPend = false
    world.bank.faults.refusesRefunds = false
    await world.retryCase(caseIds()[0]!)
    await world.settle()
    expect(await view()).toMatchObject({ refundedTotal: 75 })
    expect(openCodes(world)).toEqual([])
  })

  test.each(['made', 'pending'] as const)(
    'and that failed has no open case once another of its tries is made; first %s',
    async (first) => {
      world.bank.endRefund(providerRefundId, 'FAILED')
      await world.settle()
      expect(openCodes(world)).toEqual(['REFUND_FAILED'])
      const { refundId } = (await order()).refunds[0]!
      const { orderId, captureId } = bought
      const money = { captureId, amountCents: 7500, currency: 'USD' }
      for (const status of new Set([first, 'made'] as const)) {
        expect(openCodes(world)).toEqual(['REFUND_FAILED'])
        await noteProviderRefund(
          world.parts().commands,
          { orderId, providerRefundId: 'REF-2', refundId, status, ...money },
          world.asking(),
        )
      }
      expect(openCodes(world)).toEqual([])
      expect(await view()).toMatchObject({ refundedTotal: 75 })
    },
  )

  test('and that failed has no other case if another of its tries is pending and fails', async () => {
    world.bank.endRefund(providerRefundId, 'FAILED')
    await world.settle()
    const { refundId } = (await order()).refunds[0]!
    for (const what of ['PENDING', 'FAILED']) await webhook(`PAYMENT.REFUND.${what}`, 'REF-2', { checkoutId: refundId })
    await world.live(MINUTE_MS)
    expect((await order()).refunds).toMatchObject([{ state: 'refused', providerRefundId: 'REF-2' }])
    expect(caseIds()).toHaveLength(1)
    await world.retryCase(caseIds()[0]!)
    expect((await order()).refunds).toHaveLength(2)
  })

  test('is looked up when its case is retried while it is pending', async () => {
    world.bank.endRefund(providerRefundId, 'FAILED')
    await world.live(2 * MINUTE_MS)
    await world.retryCase(caseIds()[0]!)
    const again = await world.retryCase(caseIds()[0]!)
    expect(again.attempts.map(({ code }) => code)).toEqual(['REFUND_PENDING', 'REFUND_PENDING'])
    expect(asked.attempts).toEqual([0, 0])
    world.bank.endRefund('REF-PP1-2', 'COMPLETED')
    await world.retryCase(caseIds()[0]!)
    expect(openCodes(world)).toEqual([])
    expect(await view()).toMatchObject({ refundedTotal: 75 })
  })
})

test('a refund that fails after it was completed no longer counts, gets a case, and can be made again', async () => {
  await refund('key')
  await world.settle()
  world.bank.endRefund('REF-PP1-1', 'FAILED')
  await webhook('PAYMENT.REFUND.FAILED', 'REF-PP1-1')
  await world.settle()
  expect(dataOf(world, 'OrderRefundFailed')).toMatchObject([{ amountCents: 7500, wasMade: true }])
  expect(await view()).toMatchObject({ refundedTotal: 0, refunds: [{ state: 'refused' }] })
  expect(openCodes(world)).toEqual(['REFUND_FAILED'])
  // This report comes late, when it is no longer true.
  await webhook('PAYMENT.CAPTURE.REFUNDED', 'REF-PP1-1')
  await world.settle()
  expect(await view()).toMatchObject({ refundedTotal: 0 })
  await refund('another', { amountCents: 7500 })
  expect(await view()).toMatchObject({ refundedTotal: 75 })
})

test('the retry of a refund for returned pieces belongs to the same return, and the other pieces can still be returned', async () => {
  const { orderId } = bought
  const at = new Date(world.now()).toISOString()
  await changeStatus(
    world.parts(),
    orderId,
    { type: 'ChangeStatus', status: 'Delivered', at },
    world.asking('delivered'),
  )
  const wanted = { reason, pieces: [{ line: 0, quantity: 1 }] }
  const { returnId } = await requestReturn(world.parts(), orderId, wanted, world.asking('return'))
  const before = returnablePieces(await order(), 0)
  world.bank.faults.refundsPend = true
  const received = [{ line: 0, quantity: 1, restocked: 1 }]
  await receiveReturn(world.parts(), { orderId, returnId }, { received }, world.asking('received'))
  world.bank.endRefund((await order()).refunds[0]!.providerRefundId!, 'FAILED')
  await world.settle()
  world.bank.faults.refundsPend = false
  await world.retryCase(caseIds()[0]!)
  await world.settle()
  const after = await order()
  expect(after.refunds).toMatchObject([
    { state: 'refused', returnId },
    { state: 'made', returnId },
  ])
  expect([before, returnablePieces(after, 0)]).toEqual([2, 2])
})

describe('the pieces of a refund', () => {
  const pieces = [{ line: 0, quantity: 1, restock: true }]
  const backInStock = () =>
    sumOf(dataOf(world, 'StockReturned').flatMap(({ lines }) => lines.map(({ quantity }) => quantity)))
  const ship = () =>
    changeStatus(
      world.parts(),
      bought.orderId,
      { type: 'ChangeStatus', status: 'Shipped', at: new Date(world.now()).toISOString() },
      world.asking(),
    )

  test.each(['sent', 'not sent'])(
    'that were %s leave the order once, although the refund fails and is retried',
    async (place) => {
      if (place === 'sent') await ship()
      await refund('key', { pieces })
      await world.settle()
      world.bank.endRefund('REF-PP1-1', 'FAILED')
      await webhook('PAYMENT.REFUND.FAILED', 'REF-PP1-1', { amountCents: 2500 })
      await world.settle()
      await world.retryCase(caseIds()[0]!)
      await world.settle()
      expect((await view()).refundedTotal).toBe(25)
      expect(backInStock()).toBe(1)
      const { held, sent, gone } = (await order()).lines[0]!
      expect([held, sent, gone]).toEqual(place === 'sent' ? [0, 2, 1] : [2, 0, 1])
    },
  )

  /** The provider reports that it has made the first try of the refund. */
  async function madeInTheEnd() {
    const { refundId } = (await order()).refunds[0]!
    const { orderId, captureId } = bought
    const money = { captureId, amountCents: 2500, currency: 'USD' }
    const made = { orderId, providerRefundId: 'REF-2', refundId, status: 'made', ...money } as const
    await noteProviderRefund(world.parts().commands, made, world.asking())
    await world.settle()
  }

  test('leave the order once, although the refund fails and the provider makes the same try again', async () => {
    await refund('key', { pieces })
    await world.settle()
    world.bank.endRefund('REF-PP1-1', 'FAILED')
    await webhook('PAYMENT.REFUND.FAILED', 'REF-PP1-1', { amountCents: 2500 })
    await world.settle()
    await madeInTheEnd()
    expect((await view()).refundedTotal).toBe(25)
    expect(backInStock()).toBe(1)
    expect((await order()).lines[0]).toMatchObject({ held: 2, gone: 1 })
  })

  test.each(['sent', 'not sent'])(
    'that were %s count once, although two tries of the refund are made in the end',
    async (place) => {
      if (place === 'sent') await ship()
      world.bank.faults.refusesRefunds = 'for good'
      await refund('key', { pieces })
      world.bank.faults.refusesRefunds = false
      await world.retryCase(caseIds()[0]!)
      await madeInTheEnd()
      const { refundedTotal, leftToShip, orderItems } = await view()
      expect([refundedTotal, leftToShip]).toEqual([50, place === 'sent' ? 0 : 2])
      expect(orderItems).toMatchObject([{ refundable: 2, returnable: place === 'sent' ? 2 : 0 }])
      expect(backInStock()).toBe(1)
    },
  )

  test('leave the order once, although an admin retries the refund while its money is found at the provider', async () => {
    await ship()
    world.bank.faults.refusesRefunds = 'for good'
    await refund('key', { pieces })
    world.bank.faults.refusesRefunds = false
    world.bank.refundThere(bought.providerOrderId, 7500)
    const { refundId } = (await order()).refunds[0]!
    const again = {
      type: 'RequestRefund',
      refundId: furtherTryOf(refundId, 1),
      again: true,
      pieces,
      amountCents: 2500,
    } as const
    held = async () => {
      held = async () => {}
      await onOrder(
        world.parts().commands,
        bought.orderId,
        { ...again, at: new Date(world.now()).toISOString() },
        world.asking(),
      )
    }
    await world.retryCase(caseIds()[0]!)
    await world.settle()
    expect((await order()).refunds.map(({ state, code }) => code ?? state)).toEqual(['NOTED', 'NOTED', 'made'])
    expect(backInStock()).toBe(1)
    expect((await order()).lines[0]).toMatchObject({ sent: 2, gone: 1 })
    expect(openCodes(world)).toEqual([])
  })
})

test('a refund that fails after its case was settled gets a new case, whose retry makes it', async () => {
  world.bank.faults.refusesRefunds = 'for now'
  await refund('key')
  world.bank.faults.refusesRefunds = false
  await world.settle()
  expect(openCodes(world)).toEqual([])
  world.bank.endRefund('REF-PP1-1', 'FAILED')
  await webhook('PAYMENT.REFUND.FAILED', 'REF-PP1-1')
  await world.settle()
  expect(openCodes(world)).toEqual(['REFUND_FAILED'])
  await world.retryCase(caseIds().at(-1)!)
  expect(openCodes(world)).toEqual([])
  expect(await view()).toMatchObject({ refundedTotal: 75, refunds: [{ state: 'made' }] })
})

test('made and pending refunds that the provider lists are recorded once; failed refunds are not recorded', async () => {
  const { parts, bank } = world
  const { providerOrderId, orderId } = bought
  for (const cents of [1000, 1100, 1200]) bank.refundThere(providerOrderId, cents)
  bank.endRefund('REF-PP1-2', 'PENDING')
  bank.endRefund('REF-PP1-3', 'FAILED')
  const found = await bank.provider.lookUp(providerOrderId)
  if (found.is !== 'taken') throw new Error(`The payment is ${found.is}`)
  for (const _ of [1, 2]) await noteRefundsAtProvider(parts(), { orderId, providerOrder: found.order }, world.asking())
  const listed = { amount: 10, state: 'made' }
  expect(await view()).toMatchObject({ refundedTotal: 10, refunds: [listed, { amount: 11, state: 'pending' }] })
  bank.endRefund('REF-PP1-2', 'COMPLETED')
  await world.settle()
  expect(await view()).toMatchObject({ refundedTotal: 21, refunds: [listed, { amount: 11, state: 'made' }] })
  expect(mails()).toBe(2)
})

test('the refund of a deleted order is mailed, with a link to the customer’s orders', async () => {
  const { commands } = world.parts()
  await deleteOrder(commands, bought.orderId, world.asking())
  const wanted = { orderId: bought.orderId, refundId: 'r1' }
  await refundDeleted(world.parts(), wanted, reason, world.asking())
  await world.settle()
  const mail = world.mailer.taken.find(({ subject }) => subject.startsWith('Refund for order'))
  expect(mail?.text).toContain('https://shop.test/my-orders')
  expect(mail?.text).not.toContain(`/order/${bought.orderId}`)
})

test('several orders are cancelled before the provider has made their refunds', async () => {
  held = () => Promise.reject(new Error('The provider was called'))
  const orders = [{ _id: bought.orderId }]
  const wanted = { orders, status: 'Cancelled', refund: 'all' } as const
  await changeStatuses(world.parts().commands, wanted, world.asking('key'))
  expect(await view()).toMatchObject({ refundedTotal: 0, refunds: [{ state: 'requested' }] })
  held = async () => {}
  await world.live(MINUTE_MS)
  await changeStatuses(world.parts().commands, wanted, world.asking('key'))
  expect(await view()).toMatchObject({ refundedTotal: 75, refunds: [{ state: 'made' }] })
  expect(asked.attempts).toEqual([0])
})

test('a refund of the whole payment that fails after its order was deleted is one case', async () => {
  world.bank.faults.refundsPend = true
  await refund('key')
  await deleteOrder(world.parts().commands, bought.orderId, world.asking())
  world.bank.endRefund('REF-PP1-1', 'FAILED')
  await world.settle()
  expect(openCodes(world)).toEqual(['REFUND_FAILED'])
})

describe('the case of a refused refund', () => {
  const shirts = (quantity: number) => ({ pieces: [{ line: 0, quantity }] })
  const made = async () =>
    (await order()).refunds.filter(({ state }) => state === 'made').map(({ amountCents }) => amountCents)
  async function refused(...all: readonly object[]) {
    world.bank.faults.refusesRefunds = 'for good'
    for (const [at, wanted] of all.entries()) await refund(`refused ${at}`, wanted)
    world.bank.faults.refusesRefunds = false
    await world.live(MINUTE_MS)
  }

  test.each([
    ['the same amount', { amountCents: 1000 }, { amountCents: 1000 }],
    ['the same pieces', shirts(1), shirts(1)],
    ['more pieces, so that none of its pieces are left', shirts(2), shirts(3)],
    ['all that is left', { amountCents: 1000 }, {}],
  ])('is settled by a later refund of %s, and a retry pays nothing more', async (_, first, later) => {
    await refused(first)
    await refund('later', later)
    expect(openCodes(world)).toEqual([])
    const paid = await made()
    await world.retryCase(caseIds()[0]!)
    expect(await made()).toEqual(paid)
  })

  test.each([
    ['of another amount', { amountCents: 1000 }, { amountCents: 900 }],
    ['of pieces, if it is about an amount', { amountCents: 2500 }, shirts(1)],
    ['of other pieces', shirts(1), { ...shirts(2), amountCents: 2500 }],
    ['of pieces and an amount', shirts(1), { ...shirts(1), amountCents: 2000 }],
    ['of all pieces, but of less money', shirts(1), { ...shirts(3), amountCents: 100 }],
  ])('stays open after a later refund %s', async (_, first, later) => {
    await refused(first)
    await refund('later', later)
    expect(openCodes(world)).toEqual(['REFUND_NOT_ALLOWED'])
  })

  test.each([
    ['an amount', { amountCents: 1000 }, [{ amountCents: 400 }, { amountCents: 600 }]],
    [
      'an amount, after another refund',
      { amountCents: 1000 },
      [300, 700, 100, 200].map((amountCents) => ({ amountCents })),
    ],
    ['pieces', shirts(2), [shirts(1), shirts(1)]],
  ])('is settled by refunds one after the other that together are the same: %s', async (_, first, later) => {
    await refused(first)
    for (const [at, one] of later.entries()) {
      expect(openCodes(world), 'a part of the money settles nothing').toHaveLength(at < 2 ? 1 : 0)
      await refund(`later ${at}`, one)
    }
    expect(openCodes(world)).toEqual([])
  })

  test('is settled alone, even if a part of the refunds that settled it would settle another case', async () => {
    await refused({ amountCents: 1000 }, { amountCents: 600 })
    for (const amountCents of [400, 600]) await refund(`later ${amountCents}`, { amountCents })
    for (const _ of [1, 2]) await webhook('PAYMENT.CAPTURE.REFUNDED', 'REF-PP1-1', { amountCents: 400 })
    await world.settle()
    expect(openCodes(world)).toEqual(['REFUND_NOT_ALLOWED'])
    await world.retryCase(caseIds()[1]!)
    expect(openCodes(world)).toEqual([])
    expect(await made()).toEqual([400, 600, 600])
  })

  test('is settled without refunds that settled another case', async () => {
    await refused({ amountCents: 1000 }, { amountCents: 600 })
    for (const amountCents of [600, 400]) await refund(`later ${amountCents}`, { amountCents })
    expect(openCodes(world)).toEqual(['REFUND_NOT_ALLOWED'])
    await world.retryCase(caseIds()[0]!)
    expect(await made()).toEqual([600, 400, 1000])
  })

  test('is settled alone: each later refund settles one case', async () => {
    await refused({ amountCents: 1000 }, { amountCents: 1000 })
    await refund('later', { amountCents: 1000 })
    for (const _ of [1, 2]) await webhook('PAYMENT.CAPTURE.REFUNDED', 'REF-PP1-1', { amountCents: 1000 })
    await world.settle()
    expect(openCodes(world)).toEqual(['REFUND_NOT_ALLOWED'])
    await world.retryCase(caseIds()[1]!)
    expect(openCodes(world)).toEqual([])
    expect(await made()).toEqual([1000, 1000])
  })

  test('is settled by its retry if the later refund was made before the shop knew of such refunds', async () => {
    await refused({ amountCents: 1000 })
    world.bank.refundThere(bought.providerOrderId, 1000)
    await world.retryCase(caseIds()[0]!)
    expect(openCodes(world)).toEqual([])
    expect(await made()).toEqual([1000])
  })

  test('is not settled by the refund of another return, which is about other pieces', async () => {
    const { orderId } = bought
    const at = new Date(world.now()).toISOString()
    await changeStatus(world.parts(), orderId, { type: 'ChangeStatus', status: 'Delivered', at }, world.asking())
    async function comesBack() {
      const wanted = { reason, pieces: [{ line: 0, quantity: 1 }] }
      const { returnId } = await requestReturn(world.parts(), orderId, wanted, world.asking())
      const received = [{ line: 0, quantity: 1, restocked: 1 }]
      await receiveReturn(world.parts(), { orderId, returnId }, { received }, world.asking())
      await world.live(MINUTE_MS)
    }
    world.bank.faults.refusesRefunds = 'for good'
    await comesBack()
    world.bank.faults.refusesRefunds = false
    await comesBack()
    expect(openCodes(world)).toEqual(['REFUND_NOT_ALLOWED'])
    await world.retryCase(caseIds()[0]!)
    expect(openCodes(world)).toEqual([])
    expect(await made()).toEqual([2500, 2500])
  })

  test('is not settled by a refund that was requested before the failure', async () => {
    world.bank.faults.refundsPend = true
    await refund('fails', { amountCents: 1000 })
    world.bank.faults.refundsPend = false
    await refund('another', { amountCents: 1000 })
    world.bank.endRefund('REF-PP1-1', 'FAILED')
    await world.live(MINUTE_MS)
    await webhook('PAYMENT.REFUND.FAILED', 'REF-PP1-1', { amountCents: 1000 })
    await world.settle()
    expect(openCodes(world)).toEqual(['REFUND_FAILED'])
    await world.retryCase(caseIds()[0]!)
    expect(await made()).toEqual([1000, 1000])
  })
})

describe('a refund that was made at the provider and whose webhook was lost', () => {
  const there = (amountCents: number) => world.bank.refundThere(bought.providerOrderId, amountCents)

  test('ends a later refund by the shop if the provider has no money left for it', async () => {
    there(7500)
    await refund('key')
    await world.settle()
    expect(dataOf(world, 'RefundNoted')).toMatchObject([{ amountCents: 7500 }])
    expect(await view()).toMatchObject({ refundedTotal: 75, refunds: [{ state: 'made' }] })
    expect(openCodes(world)).toEqual([])
  })

  test('settles the case of a refund that was refused before', async () => {
    world.bank.faults.refusesRefunds = 'for good'
    await refund('key')
    there(7500)
    world.bank.faults.refusesRefunds = false
    await world.retryCase(caseIds()[0]!)
    expect(openCodes(world)).toEqual([])
    expect(await view()).toMatchObject({ refundedTotal: 75, refunds: [{ state: 'made' }] })
    expect(asked.attempts).toEqual([0])
  })

  test('is found when a refund of the rest is retried', async () => {
    world.bank.faults.refusesRefunds = 'for good'
    await refund('key', { amountCents: 1000 })
    there(2000)
    world.bank.faults.refusesRefunds = false
    await world.retryCase(caseIds()[0]!)
    expect(await view()).toMatchObject({ refundedTotal: 30 })
    expect(openCodes(world)).toEqual([])
  })
})

describe('a refund that was made by hand at the provider while the shop’s own refund waits', () => {
  async function waits(amountCents: number) {
    world.bank.faults.refusesRefunds = 'for now'
    await refund('key', { amountCents })
    world.bank.refundThere(bought.providerOrderId, amountCents)
  }
  const made = async () =>
    (await order()).refunds.filter(({ state }) => state === 'made').map(({ amountCents }) => amountCents)

  test.each([2500, 7500])('is in the books once an admin has closed the case (%i)', async (amountCents) => {
    await waits(amountCents)
    await closeForAdmin(world.parts(), caseIds()[0]!, 'I have refunded it at PayPal', world.asking())
    world.bank.faults.refusesRefunds = false
    await world.live(2 * DAY_MS)
    expect(await made()).toEqual([amountCents])
    expect(asked.attempts).toEqual([0])
  })

  test('is in the books beside the shop’s own refund', async () => {
    await waits(2500)
    world.bank.faults.refusesRefunds = false
    await world.live(2 * DAY_MS)
    expect((await made()).toSorted()).toEqual([2500, 2500])
    expect(openCodes(world)).toEqual([])
  })

  test('is recorded at once after its webhook', async () => {
    await waits(2500)
    await webhook('PAYMENT.CAPTURE.REFUNDED', 'REF-PP1-1', { amountCents: 2500 })
    await world.live(MINUTE_MS)
    expect(await made()).toEqual([2500])
    expect(dataOf(world, 'RefundNoted')).toMatchObject([{ providerRefundId: 'REF-PP1-1', amountCents: 2500 }])
  })
})

describe('a refund of a cancelled order that waits until all its money has gone back', () => {
  const waits = (amountCents: number) =>
    changeStatus(
      world.parts(),
      bought.orderId,
      {
        type: 'ChangeStatus',
        status: 'Cancelled',
        at: '2026-01-02T00:00:00.000Z',
        refund: { refundId: 'r1', amountCents },
      },
      world.asking(),
    )

  test.each([2500, 7500])('by hand is not requested, and leaves neither a case nor money due (%i)', async (cents) => {
    world.bank.faults.refusesRefunds = 'for now'
    await waits(cents)
    world.bank.refundThere(bought.providerOrderId, 7500)
    await webhook('PAYMENT.CAPTURE.REFUNDED', 'REF-PP1-1')
    await world.live(MINUTE_MS)
    world.bank.faults.refusesRefunds = false
    world.bank.dispute(bought.providerOrderId, 'OPEN')
    await world.live(DAY_MS)
    expect(openCodes(world)).toEqual([])
    expect(isRefundDue(await order())).toBe(false)
    expect((await view()).refundedTotal).toBe(75)
    expect(asked.attempts).toEqual([0])
  })

  test.each([2500, 7500])('by a reversal leaves money due only if the provider gives it back (%i)', async (cents) => {
    world.bank.faults.refusesRefunds = 'for now'
    await waits(cents)
    world.bank.reverse(bought.providerOrderId)
    await webhook('PAYMENT.CAPTURE.REVERSED', 'CAP-PP1 reversal 0')
    await world.live(MINUTE_MS)
    world.bank.faults.refusesRefunds = false
    await world.live(DAY_MS)
    expect(openCodes(world)).toContain('CAPTURE_FULLY_REFUNDED')
    expect(isRefundDue(await order())).toBe(false)
    const dispute = {
      status: 'RESOLVED',
      stage: null,
      dueAt: null,
      outcome: 'DENIED',
      changedAt: '2026-01-03T00:00:00.000Z',
    }
    await webhook('CUSTOMER.DISPUTE.RESOLVED', '', { refundId: null, disputeId: 'PP-D-1', dispute })
    await world.live(MINUTE_MS)
    expect(isRefundDue(await order())).toBe(true)
  })
})

test('a webhook about a pending refund is followed again later if its look-up is not carried out', async () => {
  world.bank.faults.refundsPend = true
  await refund('key')
  const refundId = dataOf(world, 'OrderRefundPending')[0]!.providerRefundId
  const { lookUpRefund } = world.bank.provider
  world.bank.provider.lookUpRefund = async () => ({ is: 'not carried out', code: 'RATE_LIMIT_REACHED' })
  await webhook('PAYMENT.CAPTURE.REFUNDED', refundId)
  await world.live(MINUTE_MS)
  world.bank.provider.lookUpRefund = lookUpRefund
  world.bank.endRefund(refundId, 'FAILED')
  await world.live(DAY_MS)
  expect(dataOf(world, 'OrderRefunded')).toEqual([])
  expect(mails()).toBe(0)
  expect(openCodes(world)).toEqual(['REFUND_FAILED'])
})
