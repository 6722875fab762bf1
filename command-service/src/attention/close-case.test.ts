import { beforeEach, describe, expect, test } from 'vitest'
import { refundOrder } from '../order/after-buying.ts'
import { loadOrder } from '../order/load-order.ts'
import { buyShirts, countRefunds, dataOf, openCodes } from '../test-support/bought.ts'
import { createWorld, type World } from '../test-support/create-world.ts'
import { closeForAdmin } from './close-case.ts'

/* An admin closes the case of a refund that the provider has not made, while the job for that refund still exists. */

const DAY_MS = 24 * 60 * 60_000

let world: World
let orderId = ''
let asked: ReturnType<typeof countRefunds>
beforeEach(async () => {
  world = createWorld()
  orderId = (await buyShirts(world, 1)).orderId
  asked = countRefunds(world)
  world.bank.faults.refusesRefunds = 'for now'
})

const close = () => {
  const caseId = dataOf(world, 'CaseOpened').at(-1)?.caseId ?? ''
  return closeForAdmin(world.parts(), caseId, 'Paid back by bank transfer', world.asking())
}
async function works() {
  world.bank.faults.refusesRefunds = false
  await world.live(2 * DAY_MS)
}

describe('after the case of an order’s refund is closed', () => {
  const refund = () => refundOrder(world.parts(), orderId, { reason: 'A hole in it' }, world.asking())
  const refunds = async () => (await loadOrder(world.parts().commands, orderId)).refunds

  test('the refund is not tried again, and its money can be refunded again', async () => {
    await refund()
    expect(openCodes(world)).toEqual(['PERMISSION_DENIED'])
    await close()
    expect(await refunds()).toMatchObject([{ state: 'refused', code: 'CASE_CLOSED' }])
    await works()
    expect(asked.attempts).toEqual([0])
    expect(dataOf(world, 'OrderRefunded')).toEqual([])
    await refund()
    expect(dataOf(world, 'OrderRefunded')).toMatchObject([{ amountCents: 2500 }])
    expect(openCodes(world)).toEqual([])
  })

  test('the refund’s job ends the refund if the provider does not answer at the closing', async () => {
    await refund()
    world.bank.faults.down = true
    await close()
    expect(await refunds()).toMatchObject([{ state: 'requested' }])
    world.bank.faults.down = false
    await works()
    expect(await refunds()).toMatchObject([{ state: 'refused', code: 'CASE_CLOSED' }])
    expect(asked.attempts).toEqual([0])
  })

  test('a refund that the provider has made anyway is recorded as made', async () => {
    const { provider } = world.bank
    const { refund: make } = provider
    world.bank.faults.refusesRefunds = false
    provider.refund = async (wanted) => {
      await make(wanted)
      return { is: 'not carried out', code: 'RATE_LIMIT_REACHED' }
    }
    await refund()
    await close()
    expect(await refunds()).toMatchObject([{ state: 'made' }])
    expect(asked.attempts).toEqual([0])
  })

  test('a pending refund that then fails is a new case, and can be retried', async () => {
    await refund()
    world.bank.faults.refusesRefunds = false
    world.bank.faults.refundsPend = true
    await world.live(DAY_MS)
    await close()
    expect(await refunds()).toMatchObject([{ state: 'pending' }])
    world.bank.endRefund((await refunds())[0]?.providerRefundId ?? '', 'FAILED')
    world.bank.faults.refundsPend = false
    await world.live(2 * DAY_MS)
    expect(openCodes(world)).toEqual(['REFUND_FAILED'])
    await world.retryCase(dataOf(world, 'CaseOpened').at(-1)?.caseId ?? '')
    expect((await refunds()).at(-1)).toMatchObject({ state: 'made' })
    expect(openCodes(world)).toEqual([])
  })
})

describe('after the case of a checkout’s refund is closed', () => {
  beforeEach(async () => {
    await world.pay('ada', { checkoutId: orderId, providerOrderId: world.bank.payInBrowser(2500) })
    await world.live(60_000)
    expect(openCodes(world)).toEqual(['PERMISSION_DENIED'])
  })

  test('the refund is not tried again', async () => {
    await close()
    expect(dataOf(world, 'PaymentRefundRefused')).toMatchObject([{ code: 'CASE_CLOSED' }])
    await works()
    expect(asked.attempts).toEqual([0])
    expect(dataOf(world, 'PaymentRefunded')).toEqual([])
  })

  test('money that went back anyway is recorded when the provider reports it', async () => {
    await close()
    const captureId = 'CAP-PP2'
    const signal = {
      what: 'PAYMENT.CAPTURE.REFUNDED',
      signalId: 'WH-1',
      refundId: 'REF-9',
      captureId,
      amountCents: 2500,
    }
    await world.signal(signal)
    await works()
    expect(dataOf(world, 'PaymentRefunded')).toMatchObject([{ refundId: 'REF-9' }])
  })
})
