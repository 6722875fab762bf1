import type { Dispute } from '@shop/language/case/events'
import type { Signal } from '@shop/language/checkout/signal-events'
import { isRefundDue } from '@shop/language/order/books'
import { isToShip } from '@shop/language/order/lines'
import { leftCents } from '@shop/language/order/pieces'
import { beforeEach, describe, expect, test } from 'vitest'
import { closeAsBack } from '../attention/close-as-back.ts'
import { closeForAdmin } from '../attention/close-case.ts'
import { refundCase } from '../attention/refund-case.ts'
import { closeCase, loadCase } from '../case/cases.ts'
import { receiveReturn, refundOrder, requestReturn } from '../order/after-buying.ts'
import { changeStatus, deleteOrder, restoreOrder } from '../order/change-order.ts'
import { loadAnyOrder, onOrder } from '../order/load-order.ts'
import { customerOrderView } from '../order/order-answer.ts'
import type { Parts } from '../parts.ts'
import { expectBalancedBooks, watchStock } from '../test-support/books.ts'
import { buyShirts, dataOf, openCodes } from '../test-support/bought.ts'
import { createWorld, type World } from '../test-support/create-world.ts'
import { followDispute } from './follow-dispute.ts'

let world: World
beforeEach(() => {
  world = createWorld()
})

let sent = 0
const at = (day: number) => `2026-01-0${day}T00:00:00.000Z`
const inquiry = { status: 'OPEN', stage: 'INQUIRY', dueAt: null, outcome: null, changedAt: at(1) }
const escalated = {
  ...inquiry,
  status: 'WAITING_FOR_SELLER_RESPONSE',
  stage: 'CHARGEBACK',
  dueAt: at(9),
  changedAt: at(2),
}
const resolved = (outcome: string) => ({ ...escalated, status: 'RESOLVED', outcome, changedAt: at(3) })

type What = 'CREATED' | 'UPDATED' | 'RESOLVED'
async function send(what: What, dispute: Dispute) {
  const about = { disputeId: 'PP-D-1', captureId: 'CAP1', amountCents: 2500, code: 'UNAUTHORISED' }
  await world.signal({ what: `CUSTOMER.DISPUTE.${what}`, signalId: `WH-D${sent++}`, ...about, dispute })
}
async function say(what: What, dispute: Dispute) {
  await send(what, dispute)
  await world.live(1000)
}
async function theCase() {
  const opened = world.events.filter(({ type }) => type === 'CaseOpened')
  expect(opened).toHaveLength(1)
  return loadCase(world.parts().commands, (opened[0]!.data as { caseId: string }).caseId)
}

test('the case of a dispute contains its stage and the time by which it must be answered, and follows an escalation', async () => {
  await say('CREATED', inquiry)
  expect((await theCase()).facts).toMatchObject({ code: 'UNAUTHORISED', amountCents: 2500, dispute: inquiry })
  await say('UPDATED', escalated)
  expect((await theCase()).facts).toMatchObject({ dispute: escalated })
  await say('CREATED', inquiry)
  expect((await theCase()).facts, 'an older webhook that comes late changes nothing').toMatchObject({
    dispute: escalated,
  })
})

test.each([
  ['RESOLVED_BUYER_FAVOUR', 'lost'],
  ['ACCEPTED', 'lost'],
  ['RESOLVED_SELLER_FAVOUR', 'settled'],
  ['RESOLVED_WITH_PAYOUT', 'settled'],
  ['CANCELED_BY_BUYER', 'settled'],
  ['DENIED', 'settled'],
  ['NONE', 'settled'],
])('a dispute that ends as %s is %s', async (outcome, ends) => {
  await say('CREATED', inquiry)
  await say('RESOLVED', resolved(outcome))
  expect(await theCase()).toMatchObject({ facts: { dispute: { outcome } }, end: { outcome: ends } })
  await say('UPDATED', escalated)
  expect((await theCase()).end, 'an older webhook that comes late opens nothing again').toMatchObject({ outcome: ends })
})

test('the case of a dispute that goes on after it was closed is open again', async () => {
  await say('CREATED', inquiry)
  const { caseId } = await theCase()
  await closeCase(world.parts().commands, caseId, { reason: 'Answered at PayPal' }, world.asking())
  await say('UPDATED', escalated)
  expect(await theCase()).toMatchObject({ facts: { dispute: escalated }, end: undefined })
  await say('UPDATED', resolved('RESOLVED_BUYER_FAVOUR'))
  expect((await theCase()).end, 'an update may say the end too').toMatchObject({ outcome: 'lost' })
  await say('UPDATED', { ...escalated, stage: 'ARBITRATION', changedAt: at(4) })
  expect((await theCase()).end).toBeUndefined()
})

test('a dispute that ended twice stays closed if an older report comes last', async () => {
  await say('CREATED', inquiry)
  await say('RESOLVED', { ...resolved('NONE'), changedAt: at(2) })
  await say('RESOLVED', { ...resolved('NONE'), changedAt: at(4) })
  await say('UPDATED', { ...escalated, changedAt: at(3) })
  expect((await theCase()).end).toMatchObject({ outcome: 'settled' })
})

test.each([
  ['open', async () => {}],
  [
    'closed by an admin',
    async (caseId: string) => {
      await closeCase(world.parts().commands, caseId, { reason: 'Answered at PayPal' }, world.asking())
    },
  ],
])('an older report does not end a dispute that goes on, whose case is %s', async (_, close) => {
  await say('CREATED', inquiry)
  await close((await theCase()).caseId)
  const { end } = await theCase()
  const goesOn = { ...inquiry, changedAt: at(4) }
  await say('UPDATED', goesOn)
  await say('RESOLVED', resolved('NONE'))
  expect(await theCase()).toMatchObject({ facts: { dispute: goesOn }, end })
})

test('all reports of one dispute count, even if they arrive in the same millisecond', async () => {
  const reports = [{ ...resolved('NONE'), changedAt: at(1) }, escalated, { ...resolved('NONE'), changedAt: at(4) }]
  for (const dispute of reports) await send('UPDATED', dispute)
  const signals = world.events.flatMap((event) => (event.type === 'SignalReceived' ? [event.data as Signal] : []))
  // For all three reports the world's clock shows the same time.
  for (const signal of signals)
    await followDispute(world.parts(), { ...signal, disputeId: 'PP-D-1' }, undefined, world.asking())
  expect(await theCase()).toMatchObject({ facts: { dispute: { changedAt: at(4) } }, end: { outcome: 'settled' } })
})

test.each(['before', 'after'])(
  'the case of reversed money without an order is settled if the dispute is won %s it',
  async (place) => {
    const money = { captureId: 'CAP1', amountCents: 2500, providerOrderId: 'PP9' }
    await world.signal({ what: 'PAYMENT.CAPTURE.COMPLETED', signalId: 'WH-C', ...money })
    await world.live(2 * 60_000)
    const win = () => say('RESOLVED', resolved('RESOLVED_SELLER_FAVOUR'))
    if (place === 'before') await win()
    await world.signal({
      ...{ what: 'PAYMENT.CAPTURE.REVERSED', signalId: 'WH-R', refundId: 'WH-R', ...money },
      createdAt: at(2),
    })
    await world.live(15 * 60_000)
    if (place === 'after') await win()
    expect(openCodes(world), 'the shop has the money, but no order for it').toEqual(['PAYMENT.CAPTURE.COMPLETED'])
  },
)

describe('a reversal during a dispute', () => {
  async function bought() {
    world = createWorld({ mails: true })
    await world.register('ada')
    const stocks = watchStock(world)
    const { orderId, captureId } = await buyShirts(world)
    const money = { captureId, amountCents: 7500 }
    const order = () => loadAnyOrder(world.parts().commands, orderId)
    const about = { disputeId: 'PP-D-1', checkoutId: orderId, code: 'UNAUTHORISED', ...money, disputeOpenedAt: at(1) }
    return {
      orderId,
      order,
      refundedTotal: async () => customerOrderView(await order()).refundedTotal,
      dispute: (what: What, state: Dispute, more: Partial<Signal> = {}) =>
        world.signal({
          what: `CUSTOMER.DISPUTE.${what}`,
          signalId: `WH-D${sent++}`,
          ...about,
          dispute: state,
          ...more,
        }),
      reverse: (
        refundId: string,
        createdAt?: string,
        amountCents = 7500,
        what = 'PAYMENT.CAPTURE.REVERSED',
        signalId = `WH-${refundId}`,
      ) =>
        world.signal({
          ...{ what, signalId, refundId, ...money, amountCents },
          ...(createdAt && { createdAt }),
        }),
      expectBalanced: () => expectBalancedBooks(world, stocks, { shirt: 5 }),
    }
  }
  const deletions = () => {
    const ended = dataOf(world, 'CaseClosed').map(({ caseId }) => caseId)
    return dataOf(world, 'CaseOpened').filter(({ kind, caseId }) => kind === 'order-deleted' && !ended.includes(caseId))
  }
  const openDeletions = () => deletions().map(({ amountCents }) => amountCents)
  async function refundOpenDeletion() {
    await refundCase(world.parts(), deletions()[0]?.caseId ?? '', 'Not kept', world.asking())
    await world.live(60_000)
  }
  async function reversed() {
    const steps = await bought()
    await steps.dispute('CREATED', escalated)
    await steps.reverse('R1')
    await world.live(60_000)
    expect(await steps.refundedTotal()).toBe(75)
    return steps
  }

  test('is a case, and no mail says that the shop has sent the money', async () => {
    await reversed()
    expect(openCodes(world)).toEqual(['UNAUTHORISED', 'PAYMENT.CAPTURE.REVERSED'])
    expect(world.mailer.taken.map(({ subject }) => subject)).not.toContainEqual(expect.stringContaining('Refund'))
  })

  test.each(['RESOLVED_SELLER_FAVOUR', 'CANCELED_BY_BUYER', 'DENIED'])(
    'is taken back if the dispute ends as %s, and the order goes on',
    async (outcome) => {
      const { order, dispute, refundedTotal, expectBalanced } = await reversed()
      await dispute('RESOLVED', resolved(outcome))
      await dispute('RESOLVED', resolved(outcome))
      await world.live(60_000)
      expect(dataOf(world, 'OrderRefundFailed')).toMatchObject([{ code: 'REVERSAL_CANCELLED', wasMade: true }])
      expect(await refundedTotal()).toBe(0)
      expect(isToShip(await order())).toBe(true)
      expect(openCodes(world)).toEqual([])
      expectBalanced()
    },
  )

  test('is taken back even if its webhook comes after the end of the dispute', async () => {
    const { dispute, reverse, refundedTotal, expectBalanced } = await bought()
    await dispute('RESOLVED', resolved('RESOLVED_SELLER_FAVOUR'))
    await world.live(60_000)
    await reverse('R1', at(2))
    await world.live(60_000)
    expect(await refundedTotal()).toBe(0)
    expect(openCodes(world)).toEqual([])
    expectBalanced()
  })

  test.each(['before', 'after'])('stays if it follows a won dispute, and is reported %s its end', async (place) => {
    const { dispute, reverse, refundedTotal } = await reversed()
    if (place === 'before') await reverse('R2', at(4))
    await dispute('RESOLVED', resolved('RESOLVED_SELLER_FAVOUR'))
    if (place === 'after') await reverse('R2', at(4))
    await world.live(60_000)
    expect(await refundedTotal()).toBe(75)
    expect(openCodes(world)).toEqual(['PAYMENT.CAPTURE.REVERSED'])
    expect(dataOf(world, 'RefundNoted').map(({ providerRefundId }) => providerRefundId)).toEqual(['R1', 'R2'])
  })

  const [won, lost] = [resolved('RESOLVED_SELLER_FAVOUR'), resolved('RESOLVED_BUYER_FAVOUR')]

  describe('of an order whose checkout is not finalized yet', () => {
    async function placedOnly() {
      let dies = true
      world = createWorld({
        pass: async (at) => {
          if (dies && at === 'after append' && world.events.at(-1)?.type === 'OrderPlaced') throw new Error('died')
        },
      })
      await expect(buyShirts(world)).rejects.toThrow('died')
      dies = false
      const { orderId, captureId } = dataOf(world, 'OrderPlaced')[0]!
      const money = { captureId, amountCents: 7500 }
      const end = async (dispute: Dispute) => {
        const about = { disputeId: 'PP-D-1', checkoutId: orderId, disputeOpenedAt: at(1), dispute, ...money }
        await world.signal({ what: 'CUSTOMER.DISPUTE.RESOLVED', signalId: 'WH-D', ...about })
      }
      return { orderId, money, end }
    }
    async function followSignals() {
      for (const job of world.jobs.values()) if (job.command.type === 'FollowSignal') await world.work(job)
      expect(dataOf(world, 'CheckoutFinalized')).toEqual([])
    }

    test('is taken back if the shop wins', async () => {
      const { orderId, money, end } = await placedOnly()
      const reversal = { what: 'PAYMENT.CAPTURE.REVERSED', signalId: 'R1', refundId: 'R1', createdAt: at(2) }
      await world.signal({ ...reversal, ...money })
      await end(won)
      await followSignals()
      await world.settle()
      expect(leftCents(await loadAnyOrder(world.parts().commands, orderId))).toBe(7500)
    })

    test('is missed if the shop loses', async () => {
      const { end } = await placedOnly()
      await end(lost)
      await followSignals()
      await world.settle()
      expect(openCodes(world)).toEqual(['DISPUTE_LOST'])
    })
  })

  test.each([
    ['the dispute of the same amount is won', 2500, 5000, escalated, ['R1']],
    ['only one of the disputes, which each took this amount, is won', 2500, 2500, lost, ['R1']],
    ['one of two disputes that may be its cause goes on', 2500, 2500, escalated, []],
    ['all disputes are won', 2500, 2500, won, ['R1', 'R2']],
    ['the other dispute had ended long before it', 2500, 2500, { ...lost, changedAt: at(1) }, ['R1', 'R2']],
    [
      'the other dispute was lost shortly before it',
      2500,
      2500,
      { ...lost, changedAt: '2026-01-01T23:00:00.000Z' },
      ['R1'],
    ],
  ])('of two disputes is taken back if %s', async (_, first, second, other, over) => {
    const { order, dispute, reverse } = await bought()
    await reverse('R1', at(2), first)
    await reverse('R2', at(2), second)
    await dispute('UPDATED', other, { disputeId: 'PP-D-2', amountCents: second })
    await dispute('RESOLVED', won, { amountCents: first })
    await world.live(60_000)
    const ended = (await order()).refunds.filter(({ state }) => state === 'refused')
    expect(ended.map(({ refundId }) => refundId)).toEqual(over)
  })

  test.each([
    ['one webhook reports', ['WH-first']],
    ['two webhooks report', ['WH-first', 'WH-again']],
  ])('stays if one of two disputes is won and the other is lost, and %s one reversal', async (_, webhooks) => {
    const { dispute, reverse, refundedTotal } = await bought()
    for (const webhook of webhooks) await reverse('R1', at(2), 2500, 'PAYMENT.CAPTURE.REVERSED', webhook)
    await dispute('RESOLVED', lost, { disputeId: 'PP-D-2', amountCents: 2500 })
    await dispute('RESOLVED', won, { amountCents: 2500 })
    await world.live(60_000)
    expect(await refundedTotal()).toBe(25)
  })

  test('is taken back if another reversal explains the dispute that was lost shortly before it', async () => {
    const { dispute, reverse, order } = await bought()
    await reverse('R1', at(1), 2500)
    await dispute('RESOLVED', lost, { disputeId: 'PP-D-2', amountCents: 2500 })
    await reverse('R2', '2026-01-03T12:00:00.000Z', 2500)
    await dispute(
      'RESOLVED',
      { ...won, changedAt: at(5) },
      { amountCents: 2500, disputeOpenedAt: '2026-01-03T11:00:00.000Z' },
    )
    await world.live(60_000)
    const ended = (await order()).refunds.filter(({ state }) => state === 'refused')
    expect(ended.map(({ refundId }) => refundId)).toEqual(['R2'])
  })

  test('stays if only a dispute that was opened later is won', async () => {
    const { dispute, reverse, refundedTotal } = await bought()
    await dispute('RESOLVED', { ...lost, changedAt: at(1) }, { disputeId: 'PP-D-2' })
    await reverse('R1', at(2))
    await dispute('RESOLVED', { ...won, changedAt: at(7) }, { disputeOpenedAt: at(5) })
    await world.live(60_000)
    expect(await refundedTotal()).toBe(75)
    expect(openCodes(world)).toEqual(['PAYMENT.CAPTURE.REVERSED'])
  })

  test('is taken back if a dispute that was lost at first is won in the end', async () => {
    const { dispute, refundedTotal } = await reversed()
    await dispute('RESOLVED', { ...lost, changedAt: at(2) })
    await dispute('RESOLVED', won)
    await world.live(15 * 60_000)
    expect(await refundedTotal()).toBe(0)
    expect(openCodes(world)).toEqual([])
  })

  test('is taken back if the shop wins a dispute whose case an admin has closed as lost; the case has the new outcome', async () => {
    const { dispute, refundedTotal } = await reversed()
    const { caseId } = dataOf(world, 'CaseOpened').find(({ kind }) => kind === 'dispute')!
    await closeCase(world.parts().commands, caseId, { reason: 'Lost' }, world.asking())
    await dispute('RESOLVED', lost)
    await dispute('RESOLVED', { ...won, changedAt: at(4) })
    await world.live(15 * 60_000)
    expect(await refundedTotal()).toBe(0)
    expect(openCodes(world)).toEqual([])
    expect(await loadCase(world.parts().commands, caseId)).toMatchObject({
      facts: { dispute: { outcome: 'RESOLVED_SELLER_FAVOUR' } },
      end: { outcome: 'closed', reason: 'Lost' },
    })
  })

  test('is taken back if its dispute goes on as another dispute, which the shop wins', async () => {
    const { dispute, reverse, refundedTotal } = await bought()
    await reverse('R1', at(2))
    await dispute('RESOLVED', resolved('NONE'), { disputeId: 'PP-D-2' })
    await dispute('CREATED', { ...inquiry, changedAt: at(3) })
    await world.live(60_000)
    expect(await refundedTotal()).toBe(75)
    await dispute('RESOLVED', { ...won, changedAt: at(4) })
    await world.live(60_000)
    expect(await refundedTotal()).toBe(0)
    expect(openCodes(world)).toEqual([])
  })

  describe('whose dispute is not known', () => {
    const reversals = () =>
      dataOf(world, 'CaseOpened').flatMap(({ kind, caseId }) => (kind === 'refund-at-provider' ? caseId : []))
    /** The reversal may be of a dispute that the shop has won, or of one that goes on. */
    async function unclear({ isClosed = false } = {}) {
      const steps = await bought()
      await steps.dispute('UPDATED', escalated, { disputeId: 'PP-D-2', amountCents: 2500 })
      await steps.reverse('R1', at(2), 2500)
      await world.live(60_000)
      if (isClosed) await closeForAdmin(world.parts(), reversals()[0]!, 'Seen', world.asking())
      await steps.dispute('RESOLVED', won, { amountCents: 2500 })
      await world.live(60_000)
      return steps
    }
    const back = (caseId = reversals()[0]!, key?: string) =>
      closeAsBack(world.parts(), caseId, 'On the statement', world.asking(key))

    test.each([false, true])('is asked about if a dispute is won; its case was closed: %s', async (isClosed) => {
      const { refundedTotal, dispute } = await unclear({ isClosed })
      expect(openCodes(world).toSorted()).toEqual(['DISPUTE_WON', 'UNAUTHORISED'])
      expect(await refundedTotal()).toBe(25)
      await closeForAdmin(world.parts(), reversals()[0]!, 'Not back yet', world.asking())
      await dispute('RESOLVED', { ...won, changedAt: at(4) }, { amountCents: 2500 })
      await world.live(60_000)
      expect(openCodes(world), 'an admin has decided').toEqual(['UNAUTHORISED'])
    })

    test('is taken back by an admin, once', async () => {
      const { refundedTotal, dispute } = await unclear()
      expect((await back(undefined, 'once')).end).toMatchObject({ outcome: 'closed', reason: 'On the statement' })
      await back(undefined, 'once')
      expect(await refundedTotal()).toBe(0)
      await expect(back()).rejects.toMatchObject({ code: 'CONFLICT' })
      await dispute('RESOLVED', won, { disputeId: 'PP-D-2', amountCents: 2500 })
      await world.live(60_000)
      expect(dataOf(world, 'OrderRefundFailed')).toHaveLength(1)
      expect(openCodes(world)).toEqual([])
    })

    test('is missing for a lost dispute if an admin says that it is back', async () => {
      const { dispute, reverse, refundedTotal } = await bought()
      await reverse('R1', at(2), 2500)
      await dispute('RESOLVED', lost, { disputeId: 'PP-D-2', amountCents: 2500 })
      await dispute('RESOLVED', won, { amountCents: 2500 })
      await world.live(15 * 60_000)
      expect(openCodes(world)).toEqual(['DISPUTE_WON'])
      await back()
      expect(openCodes(world)).toEqual(['DISPUTE_LOST'])
      expect(await refundedTotal()).toBe(0)
    })

    test('is taken back by an admin even if the process died meanwhile', async () => {
      const { refundedTotal } = await unclear()
      const parts = world.parts() as Parts
      const handle = () => Promise.reject(new Error('died'))
      const dying = { ...parts, commands: { ...parts.commands, handle } }
      await expect(closeAsBack(dying, reversals()[0]!, 'Seen', world.asking())).rejects.toThrow('died')
      expect((await back()).end).toMatchObject({ outcome: 'closed' })
      expect(await refundedTotal()).toBe(0)
    })

    test('is the only money that an admin takes back', async () => {
      const { dispute, reverse } = await bought()
      await dispute('UPDATED', escalated)
      await reverse('R1', at(2), 9000, 'PAYMENT.CAPTURE.REFUNDED')
      await world.live(15 * 60_000)
      for (const { caseId } of dataOf(world, 'CaseOpened'))
        await expect(back(caseId)).rejects.toMatchObject({ code: 'CONFLICT' })
      await expect(back('none')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })
  })

  test('stays if a dispute that may be its cause goes on, whatever outcome its reports name', async () => {
    const { dispute, reverse, refundedTotal } = await bought()
    await dispute('UPDATED', { ...escalated, outcome: 'NONE', changedAt: at(1) }, { disputeId: 'PP-D-2' })
    await reverse('R1', at(2))
    await dispute('RESOLVED', won)
    await world.live(60_000)
    expect(await refundedTotal()).toBe(75)
  })

  test('is taken back even if a look-up has found it before its webhook came', async () => {
    const { dispute, reverse, refundedTotal, order } = await bought()
    await dispute('RESOLVED', { ...lost, changedAt: at(2) })
    world.bank.refundThere('PP1', 7500)
    await world.live(15 * 60_000)
    expect(await refundedTotal()).toBe(75)
    await reverse((await order()).refunds[0]?.providerRefundId ?? '', at(2))
    await dispute('RESOLVED', won)
    await world.live(60_000)
    expect(await refundedTotal()).toBe(0)
  })

  test('of an order that was deleted meanwhile becomes a case about its money if the shop wins', async () => {
    const { orderId, order, dispute } = await reversed()
    await deleteOrder(world.parts().commands, orderId, world.asking())
    await dispute('RESOLVED', resolved('RESOLVED_SELLER_FAVOUR'))
    await world.live(60_000)
    expect(openDeletions()).toEqual([7500])
    await restoreOrder(world.parts().commands, orderId, world.asking())
    await world.live(60_000)
    expect(isToShip(await order())).toBe(true)
    expect(openCodes(world), 'the money stays with the restored order').toEqual([])
  })

  const cancel = (orderId: string, refund?: 'none' | { refundId: string; amountCents: number }) =>
    changeStatus(
      world.parts(),
      orderId,
      { type: 'ChangeStatus', status: 'Cancelled', at: at(2), reason: 'Not kept', refund },
      world.asking(),
    )

  test.each(['the whole payment', 'the rest', 'all, as it decided during the reversal'])(
    'of a cancelled order leaves nothing due if the shop keeps %s',
    async (kept) => {
      const { orderId, order, dispute, reverse } = await bought()
      if (kept === 'the whole payment') await cancel(orderId, 'none')
      if (kept === 'the rest') await cancel(orderId, { refundId: 'r1', amountCents: 2500 })
      if (kept.startsWith('all')) await cancel(orderId)
      await reverse('R1', undefined, kept === 'the rest' ? 5000 : kept.startsWith('all') ? 2500 : 7500)
      await world.live(60_000)
      const close = { type: 'CloseRefundCase', reason: 'Worn pieces' } as const
      if (kept.startsWith('all')) await onOrder(world.parts().commands, orderId, close, world.asking())
      await dispute('RESOLVED', resolved('RESOLVED_SELLER_FAVOUR'))
      await world.live(60_000)
      expect(isRefundDue(await order())).toBe(false)
      expect(leftCents(await order())).toBe(kept === 'the rest' ? 5000 : 7500)
    },
  )

  test.each(['before', 'after'])(
    'leaves the money due if the order is cancelled %s it and nobody decided to keep the money',
    async (place) => {
      const { orderId, order, dispute, reverse } = await bought()
      if (place === 'before') await cancel(orderId)
      await reverse('R1')
      await world.live(60_000)
      if (place === 'after') await cancel(orderId)
      expect(isRefundDue(await order())).toBe(false)
      await dispute('RESOLVED', resolved('RESOLVED_SELLER_FAVOUR'))
      await world.live(60_000)
      expect(isRefundDue(await order())).toBe(true)
    },
  )

  describe('of a payment whose pieces come back meanwhile', () => {
    type Steps = Awaited<ReturnType<typeof bought>>
    async function reversedAfterDelivery(cents = 7500, before = async (_: string) => {}) {
      const steps = await bought()
      const delivered = { type: 'ChangeStatus', status: 'Delivered', at: at(1) } as const
      await changeStatus(world.parts(), steps.orderId, delivered, world.asking())
      await before(steps.orderId)
      await steps.reverse('R1', undefined, cents)
      await world.live(60_000)
      return steps
    }
    /** Two of the three shirts come back. */
    async function comeBack({ orderId }: Steps, amountCents?: number) {
      const pieces = [{ line: 0, quantity: 2 }]
      const { returnId } = await requestReturn(world.parts(), orderId, { reason: 'Torn', pieces }, world.asking())
      const received = [{ line: 0, quantity: 2, restocked: 2 }]
      await receiveReturn(world.parts(), { orderId, returnId }, { received, amountCents }, world.asking())
      await world.live(60_000)
    }
    const codesOfReturn = () => openCodes(world).filter((code) => code === 'PAYMENT_REVERSED')

    test.each([
      ['the whole payment', 7500, 5000, 0],
      ['most of the payment', 6500, 4000, 1000],
    ])(
      'and that took %s, leaves a case about the refund of the return if the shop wins',
      async (_, cents, owed, paid) => {
        const steps = await reversedAfterDelivery(cents)
        const { order, dispute, refundedTotal, expectBalanced } = steps
        await comeBack(steps)
        expect(await refundedTotal()).toBe((cents + paid) / 100)
        expect(codesOfReturn(), 'the buyer has the money').toEqual([])
        await dispute('RESOLVED', resolved('RESOLVED_SELLER_FAVOUR'), { amountCents: cents })
        await world.live(60_000)
        expect(openCodes(world)).toEqual(['PAYMENT_REVERSED'])
        const { caseId, amountCents } = dataOf(world, 'CaseOpened').at(-1)!
        expect(amountCents).toBe(owed)
        await world.retryCase(caseId)
        await world.live(60_000)
        expect(await refundedTotal()).toBe(50)
        expect(leftCents(await order())).toBe(2500)
        expect(openCodes(world)).toEqual([])
        expectBalanced()
      },
    )

    test.each([
      ['the shop loses', 'RESOLVED_BUYER_FAVOUR', undefined],
      ['the admin has chosen to refund nothing', 'RESOLVED_SELLER_FAVOUR', 0],
    ])('leaves no refund of the return to decide about if %s', async (_, outcome, chosen) => {
      const steps = await reversedAfterDelivery()
      await comeBack(steps, chosen)
      await steps.dispute('RESOLVED', resolved(outcome))
      await world.live(60_000)
      expect(codesOfReturn()).toEqual([])
    })

    test('leaves no case after a later refund of the same pieces', async () => {
      const steps = await reversedAfterDelivery()
      await comeBack(steps)
      expect(customerOrderView(await steps.order()).refunds, 'no refund was tried').toHaveLength(1)
      await steps.dispute('RESOLVED', resolved('RESOLVED_SELLER_FAVOUR'))
      await world.live(60_000)
      const wanted = { reason: 'Returned', pieces: [{ line: 0, quantity: 2 }] }
      await refundOrder(world.parts(), steps.orderId, wanted, world.asking())
      expect(openCodes(world)).toEqual([])
    })

    test('leaves a case about the refund of the return if a made refund shows that the reversal is over', async () => {
      const steps = await reversedAfterDelivery(7500, async (orderId) => {
        world.bank.faults.refundsPend = true
        await refundOrder(world.parts(), orderId, { reason: 'A hole in it', amountCents: 2500 }, world.asking())
        world.bank.faults.refundsPend = false
      })
      await comeBack(steps)
      world.bank.endRefund((await steps.order()).refunds[0]?.providerRefundId ?? '', 'COMPLETED')
      await world.live(60 * 60_000)
      expect(openCodes(world)).toEqual(['PAYMENT_REVERSED'])
    })

    test('is only a case, and not due again, if the order is cancelled and the admin had decided to keep the money', async () => {
      const { orderId, order, reverse, dispute } = await bought()
      const change = { type: 'ChangeStatus', at: at(1) } as const
      await changeStatus(world.parts(), orderId, { ...change, status: 'Delivered' }, world.asking())
      const pieces = [{ line: 0, quantity: 2 }]
      const { returnId } = await requestReturn(world.parts(), orderId, { reason: 'Torn', pieces }, world.asking())
      const cancel = { ...change, status: 'Cancelled', refund: 'none', reason: 'Never paid for' } as const
      await changeStatus(world.parts(), orderId, cancel, world.asking())
      await reverse('R1')
      await world.live(60_000)
      const received = [{ line: 0, quantity: 2, restocked: 2 }]
      await receiveReturn(world.parts(), { orderId, returnId }, { received }, world.asking())
      await dispute('RESOLVED', won)
      await world.live(60_000)
      expect(openCodes(world)).toEqual(['PAYMENT_REVERSED'])
      expect(isRefundDue(await order())).toBe(false)
    })

    test('leaves no case while the reversal lasts, even if the provider has refused the rest of the refund', async () => {
      const steps = await reversedAfterDelivery(4000)
      const { refund } = world.bank.provider
      world.bank.provider.refund = async () => ({ is: 'refused', final: true, code: 'REFUND_NOT_ALLOWED' })
      await comeBack(steps)
      world.bank.provider.refund = refund
      await refundOrder(world.parts(), steps.orderId, { reason: 'A part', amountCents: 1000 }, world.asking())
      expect(openCodes(world)).toEqual(['PAYMENT.CAPTURE.REVERSED', 'REFUND_NOT_ALLOWED'])
      await steps.dispute('RESOLVED', won, { amountCents: 4000 })
      await world.live(60_000)
      expect(openCodes(world)).toEqual(['REFUND_NOT_ALLOWED', 'PAYMENT_REVERSED'])
    })

    test.each([
      ['fails', 'REFUND_FAILED'],
      ['is refused', 'REFUND_NOT_ALLOWED'],
    ])(
      'leaves a case about the refund of the return if another refund of all the money %s after the shop has won',
      async (_, code) => {
        const steps = await reversedAfterDelivery(7500, async (orderId) => {
          if (code === 'REFUND_FAILED') world.bank.faults.refundsPend = true
          else world.bank.provider.refund = async () => ({ is: 'unknown', cause: new Error('No answer') })
          await refundOrder(world.parts(), orderId, { reason: 'A hole in it', amountCents: 7500 }, world.asking())
        })
        await comeBack(steps)
        await steps.dispute('RESOLVED', won)
        await world.live(60_000)
        expect(openCodes(world)).toEqual([])
        world.bank.endRefund((await steps.order()).refunds[0]?.providerRefundId ?? '', 'FAILED')
        world.bank.provider.refund = async () => ({ is: 'refused', final: true, code: 'REFUND_NOT_ALLOWED' })
        await world.live(60 * 60_000)
        expect(openCodes(world)).toEqual([code, 'PAYMENT_REVERSED'])
      },
    )

    test('leaves one case if an admin closes it, whatever the provider reports later', async () => {
      const steps = await reversedAfterDelivery()
      await comeBack(steps)
      await steps.dispute('RESOLVED', resolved('RESOLVED_SELLER_FAVOUR'))
      await world.live(60_000)
      await closeForAdmin(world.parts(), dataOf(world, 'CaseOpened').at(-1)!.caseId, 'Worn pieces', world.asking())
      await steps.dispute('RESOLVED', { ...resolved('RESOLVED_SELLER_FAVOUR'), changedAt: at(4) })
      await world.live(60_000)
      expect(codesOfReturn()).toEqual([])
    })
  })

  test('of a deleted order’s payment leaves one case about the money, which is open whenever the shop has the money', async () => {
    const { orderId, order, dispute, reverse } = await bought()
    await deleteOrder(world.parts().commands, orderId, world.asking())
    await dispute('CREATED', escalated)
    await reverse('R1')
    await world.live(60_000)
    expect(openCodes(world)).toEqual(['UNAUTHORISED', 'PAYMENT.CAPTURE.REVERSED'])
    await dispute('RESOLVED', resolved('RESOLVED_SELLER_FAVOUR'))
    await world.live(60_000)
    expect(openCodes(world)).toEqual(['ORDER_DELETED'])
    await refundOpenDeletion()
    expect(leftCents(await order())).toBe(0)
    expect(openCodes(world)).toEqual([])
  })

  test.each(['before', 'after'])(
    'of a payment under refund leaves the rest due if the order is deleted %s',
    async (place) => {
      const { orderId, order, reverse } = await bought()
      const remove = () => deleteOrder(world.parts().commands, orderId, world.asking())
      world.bank.faults.refundsPend = true
      await refundOrder(world.parts(), orderId, { reason: 'A hole in it', amountCents: 2500 }, world.asking())
      if (place === 'before') await remove()
      await reverse('R1')
      await world.live(60_000)
      if (place === 'after') await remove()
      expect(openDeletions()).toEqual([])
      world.bank.faults.refundsPend = false
      world.bank.endRefund((await order()).refunds[0]?.providerRefundId ?? '', 'COMPLETED')
      await world.live(60_000)
      expect(leftCents(await order())).toBe(5000)
      expect(openDeletions()).toEqual([5000])
      expect(openCodes(world), 'the case of the ended reversal is settled').toEqual(['ORDER_DELETED'])
      await refundOpenDeletion()
      expect(leftCents(await order())).toBe(0)
      expect(openDeletions()).toEqual([])
    },
  )

  test('of a deleted order whose refund was refused meanwhile leaves only the refund’s case', async () => {
    const { orderId, dispute, reverse } = await bought()
    await deleteOrder(world.parts().commands, orderId, world.asking())
    world.bank.faults.refusesRefunds = 'for good'
    await refundOpenDeletion()
    await reverse('R1')
    await world.live(60_000)
    await dispute('RESOLVED', resolved('RESOLVED_SELLER_FAVOUR'))
    await world.live(60_000)
    expect(openCodes(world)).toEqual(['REFUND_NOT_ALLOWED'])
  })

  test('of a delivered order that was deleted meanwhile leaves nothing to refund if the shop wins', async () => {
    const { orderId, dispute } = await reversed()
    for (const status of ['Shipped', 'Delivered'] as const)
      await changeStatus(world.parts(), orderId, { type: 'ChangeStatus', status, at: at(2) }, world.asking())
    await deleteOrder(world.parts().commands, orderId, world.asking())
    await dispute('RESOLVED', resolved('RESOLVED_SELLER_FAVOUR'))
    await world.live(60_000)
    expect(openCodes(world)).toEqual([])
  })

  test.each([
    ['RESOLVED_BUYER_FAVOUR', 'REVERSED'],
    ['ACCEPTED', 'REFUNDED'],
  ])(
    'that is not reported although the dispute ended as %s is a case, until the money is reported as %s',
    async (outcome, as) => {
      const { orderId, order, dispute, reverse } = await bought()
      const what = `PAYMENT.CAPTURE.${as}`
      await dispute('RESOLVED', resolved(outcome))
      await world.live(9 * 60_000)
      expect(openCodes(world)).toEqual([])
      await world.live(2 * 60_000)
      expect(dataOf(world, 'CaseOpened').at(-1)).toMatchObject({ orderId, amountCents: 7500, code: 'DISPUTE_LOST' })
      await reverse('R1', undefined, 7500, what)
      await world.live(60_000)
      expect(leftCents(await order())).toBe(0)
      expect(openCodes(world)).toEqual(as === 'REVERSED' ? [what] : [])
    },
  )

  test.each(['a reversal', 'a refund that the provider lists'])(
    'is no other case if %s has taken the money of a lost dispute',
    async (what) => {
      const { order, dispute, reverse } = await bought()
      const amountCents = 2500
      await dispute('RESOLVED', { ...lost, changedAt: at(1) }, { amountCents })
      if (what === 'a reversal') await reverse('R1', undefined, amountCents)
      else world.bank.refundThere('PP1', amountCents)
      await world.live(15 * 60_000)
      expect(leftCents(await order())).toBe(5000)
      expect(openCodes(world)).toEqual(what === 'a reversal' ? ['PAYMENT.CAPTURE.REVERSED'] : [])
    },
  )

  const lostCases = () => dataOf(world, 'CaseOpened').filter(({ code }) => code === 'DISPUTE_LOST')
  const lateMs = 15 * 60_000

  test.each([
    ['of one of two lost disputes', 2500, 2500],
    ['of the later of two lost disputes', 5000, 2500],
  ])('%s leaves the other dispute’s money as a case', async (_, first, second) => {
    const { order, dispute, reverse } = await bought()
    await dispute('RESOLVED', lost, { disputeId: 'PP-D-2', amountCents: first })
    await dispute('RESOLVED', { ...lost, changedAt: at(4) }, { amountCents: second })
    await world.live(lateMs)
    expect(lostCases().map(({ amountCents }) => amountCents)).toEqual([first, second])
    await reverse('R1', undefined, 2500)
    await world.live(lateMs)
    expect(openCodes(world)).toEqual(['DISPUTE_LOST', 'PAYMENT.CAPTURE.REVERSED'])
    await reverse('R2', undefined, first)
    await world.live(lateMs)
    expect(leftCents(await order())).toBe(7500 - first - second)
    expect(openCodes(world)).not.toContain('DISPUTE_LOST')
  })

  test('of one of two lost disputes is no reason to ignore the other', async () => {
    const { dispute, reverse } = await bought()
    await dispute('RESOLVED', lost, { disputeId: 'PP-D-2', amountCents: 2500 })
    await reverse('R1', undefined, 2500)
    await world.live(lateMs)
    expect(lostCases()).toEqual([])
    await dispute('RESOLVED', lost, { amountCents: 2500 })
    await world.live(lateMs)
    expect(lostCases()).toMatchObject([{ disputeId: 'PP-D-1', amountCents: 2500 }])
  })

  test('of the whole payment is enough for two disputes about the whole payment', async () => {
    const { dispute, reverse } = await bought()
    await dispute('RESOLVED', lost, { disputeId: 'PP-D-2' })
    await dispute('RESOLVED', lost)
    await world.live(lateMs)
    expect(lostCases().map(({ amountCents }) => amountCents)).toEqual([7500])
    await reverse('R1', undefined, 2500)
    await world.live(lateMs)
    expect(dataOf(world, 'CaseUpdated').map(({ amountCents }) => amountCents)).toEqual([5000])
    await reverse('R2', undefined, 5000)
    await world.live(lateMs)
    expect(openCodes(world)).not.toContain('DISPUTE_LOST')
  })

  test('is missing again if a lost dispute was won and is lost in the end', async () => {
    const { dispute } = await bought()
    await dispute('RESOLVED', lost)
    await world.live(lateMs)
    expect(openCodes(world)).toEqual(['DISPUTE_LOST'])
    await dispute('RESOLVED', { ...won, changedAt: at(4) })
    await world.live(lateMs)
    expect(openCodes(world)).toEqual([])
    expect(dataOf(world, 'CaseClosed').map(({ outcome }) => outcome)).toEqual(['lost', 'settled', 'settled'])
    await dispute('RESOLVED', { ...lost, changedAt: at(5) })
    await world.live(lateMs)
    expect(openCodes(world)).toEqual(['DISPUTE_LOST'])
  })

  test('of a later dispute does not count for a lost dispute whose money an admin found at the provider', async () => {
    const { dispute, reverse } = await bought()
    await dispute('RESOLVED', lost, { amountCents: 2500 })
    await world.live(lateMs)
    const { caseId } = lostCases()[0]!
    await closeCase(world.parts().commands, caseId, { reason: 'PayPal paid the buyer itself' }, world.asking())
    await dispute('RESOLVED', { ...lost, changedAt: at(4) }, { disputeId: 'PP-D-2', amountCents: 2500 })
    await reverse('R2', at(4), 2500)
    await world.live(lateMs)
    expect(openCodes(world)).not.toContain('DISPUTE_LOST')
  })

  test('is missing although the shop refunded other pieces after the dispute', async () => {
    const { orderId, order, dispute } = await bought()
    await dispute('RESOLVED', { ...lost, changedAt: at(1) }, { amountCents: 2500 })
    await world.live(lateMs)
    await refundOrder(world.parts(), orderId, { reason: 'A hole in it', amountCents: 2500 }, world.asking())
    await world.live(lateMs)
    const { refunds, facts } = await order()
    const { providerRefundId = '', refundId } = refunds[0]!
    const ids = { refundId: providerRefundId, captureId: facts.captureId, checkoutId: refundId }
    await world.signal({ what: 'PAYMENT.CAPTURE.REFUNDED', signalId: 'WH-own', ...ids, amountCents: 2500 })
    await world.live(lateMs)
    expect(openCodes(world)).toEqual(['DISPUTE_LOST'])
  })

  test.each([
    ['nothing', 0, []],
    ['a part', 2500, [2500]],
    ['the whole payment', undefined, [7500]],
  ])('is missing only as far as the outcome gives %s back to the buyer', async (_, refundedCents, missing) => {
    const { dispute, reverse } = await bought()
    await dispute('RESOLVED', lost, { ...(refundedCents !== undefined && { refundedCents }) })
    await world.live(lateMs)
    expect(lostCases().map(({ amountCents }) => amountCents)).toEqual(missing)
    if (refundedCents) await reverse('R1', at(4), refundedCents)
    await world.live(lateMs)
    expect(openCodes(world)).toEqual(refundedCents ? ['PAYMENT.CAPTURE.REVERSED'] : missing.map(() => 'DISPUTE_LOST'))
  })

  const dayMs = 24 * 60 * 60_000
  type Bought = Awaited<ReturnType<typeof bought>>

  test.each<[string, (steps: Bought) => Promise<unknown>]>([
    [
      'the shop had refunded other pieces',
      ({ orderId }) =>
        refundOrder(world.parts(), orderId, { reason: 'A hole in it', amountCents: 2500 }, world.asking()),
    ],
    ['the provider had made a refund', ({ reverse }) => reverse('R0', at(1), 2500, 'PAYMENT.CAPTURE.REFUNDED')],
    [
      'another dispute had taken money',
      async ({ dispute, reverse }) => {
        const other = { disputeId: 'PP-D-2', amountCents: 2500 }
        await reverse('R0', at(1), 2500)
        await dispute('RESOLVED', { ...resolved('RESOLVED_WITH_PAYOUT'), changedAt: at(1) }, other)
      },
    ],
  ])('is missing although %s before the dispute was opened', async (_, before) => {
    const steps = await bought()
    await before(steps)
    await world.live(2 * dayMs)
    await steps.dispute('RESOLVED', { ...lost, changedAt: at(5) }, { amountCents: 2500, disputeOpenedAt: at(4) })
    await world.live(lateMs)
    expect(await steps.refundedTotal()).toBe(25)
    expect(lostCases()).toMatchObject([{ disputeId: 'PP-D-1', amountCents: 2500 }])
  })

  test.each<[string, string, Dispute?]>([
    ['shortly before the dispute was opened', at(3)],
    ['after the dispute was opened, although only the dispute’s end is reported', at(1)],
    ['in a dispute that goes on as this dispute', at(5), resolved('NONE')],
  ])('is not missing if the provider took it %s', async (_, disputeOpenedAt, other) => {
    const { dispute, reverse } = await bought()
    const amountCents = 2500
    if (other) await dispute('UPDATED', other, { disputeId: 'PP-D-2', amountCents })
    await world.live(dayMs)
    await reverse('R1', at(2), amountCents)
    await dispute('RESOLVED', { ...lost, changedAt: at(6) }, { disputeOpenedAt, amountCents })
    await world.live(lateMs)
    expect(lostCases()).toEqual([])
  })

  test('is no case if only the look-up finds it', async () => {
    const { dispute } = await bought()
    await dispute('RESOLVED', { ...lost, changedAt: at(1) }, { amountCents: 2500 })
    world.bank.refundThere('PP1', 2500)
    await world.live(lateMs)
    expect(lostCases()).toEqual([])
  })

  test('that only one of two disputes can be about is used for this dispute', async () => {
    const { orderId, dispute, reverse } = await bought()
    const other = { disputeId: 'PP-D-2', amountCents: 2500 }
    await dispute('CREATED', { ...inquiry, changedAt: '2025-12-31T00:00:00.000Z' }, { amountCents: 2500 })
    await reverse('R1', at(1), 2500)
    await dispute('RESOLVED', { ...lost, changedAt: at(1) }, other)
    await refundOrder(world.parts(), orderId, { reason: 'A hole in it', amountCents: 2500 }, world.asking())
    await dispute('RESOLVED', { ...lost, changedAt: at(3) }, { amountCents: 2500 })
    await world.live(lateMs)
    expect(lostCases()).toEqual([])
  })

  test('is missing although a refund that fails later was pending', async () => {
    const { orderId, order, dispute } = await bought()
    world.bank.faults.refundsPend = true
    await dispute('CREATED', { ...inquiry, changedAt: at(1) }, { amountCents: 2500 })
    await refundOrder(world.parts(), orderId, { reason: 'A hole in it', amountCents: 2500 }, world.asking())
    await dispute('RESOLVED', lost, { amountCents: 2500 })
    await world.live(lateMs)
    expect(openCodes(world)).toEqual(['DISPUTE_LOST'])
    world.bank.endRefund((await order()).refunds[0]?.providerRefundId ?? '', 'FAILED')
    await world.live(24 * 3600_000)
    expect(openCodes(world)).toContain('DISPUTE_LOST')
  })

  test.each(['RESOLVED_BUYER_FAVOUR', 'RESOLVED_WITH_PAYOUT'])('stays if the dispute ends as %s', async (outcome) => {
    const { dispute, refundedTotal } = await reversed()
    await dispute('RESOLVED', resolved(outcome))
    await world.live(60_000)
    expect(await refundedTotal()).toBe(75)
    expect(openCodes(world)).toEqual(['PAYMENT.CAPTURE.REVERSED'])
  })
})
