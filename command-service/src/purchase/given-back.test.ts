import { beforeEach, expect, test } from 'vitest'
import { createWorld, type World } from '../test-support/create-world.ts'

/* Tests money that was refunded, in part or completely, before the shop looked up the payment (decisions M17 and O7). */

let world: World
beforeEach(async () => {
  world = createWorld({ mails: true })
  await world.list('shirt', 1)
  await world.register('ada')
})

const code = (code: string) => expect.objectContaining({ code })
const eventsOf = (type: string) => world.events.filter((event) => event.type === type)

async function begun() {
  const { checkoutId } = await world.start('ada', { shirt: 1 })
  return { checkoutId, providerOrderId: await world.beginPayment(checkoutId) }
}

test('a payment that was partly refunded at the provider becomes the order, and the order records that refund', async () => {
  const payment = await begun()
  world.bank.decide(payment.providerOrderId, 'approved')
  await world.bank.provider.capture({ ...payment, attempt: 0 })
  world.bank.refundThere(payment.providerOrderId, 500)
  expect(await world.pay('ada', payment)).toMatchObject({ status: 'paid' })
  expect(eventsOf('OrderPlaced')).toHaveLength(1)
  expect(eventsOf('RefundNoted').map(({ data }) => data)).toMatchObject([{ amountCents: 500 }])
  await world.settle()
  expect(eventsOf('RefundNoted')).toHaveLength(1)
})

test('a completely refunded payment never becomes an order, and the buyer may pay again', async () => {
  const payment = await begun()
  world.bank.decide(payment.providerOrderId, 'approved')
  await world.bank.provider.capture({ ...payment, attempt: 0 })
  world.bank.refundThere(payment.providerOrderId, 2500)
  await expect(world.pay('ada', payment)).rejects.toEqual(code('PAYMENT_NOT_VERIFIED'))
  const another = await world.beginPayment(payment.checkoutId)
  expect(another).not.toBe(payment.providerOrderId)
  world.bank.decide(another, 'approved')
  expect(await world.pay('ada', { ...payment, providerOrderId: another })).toMatchObject({ status: 'paid' })
  await world.settle()
  expect(eventsOf('OrderPlaced')).toHaveLength(1)
})

test('a pending payment that is refunded ends the purchase, and its piece can be bought again', async () => {
  const payment = await begun()
  world.bank.decide(payment.providerOrderId, 'reviewed')
  await expect(world.pay('ada', payment)).rejects.toEqual(code('PAYMENT_PENDING'))
  world.bank.review(payment.providerOrderId, 'COMPLETED')
  world.bank.refundThere(payment.providerOrderId, 2500)
  await world.live(60_000)
  expect(eventsOf('PaymentRefused').map(({ data }) => data)).toMatchObject([{ code: 'REFUNDED', final: true }])
  expect(world.mailer.taken.at(-1)?.subject).toBe('Your payment was refunded')
  await world.register('bob')
  const { checkoutId } = await world.start('bob', { shirt: 1 })
  const providerOrderId = await world.beginPayment(checkoutId)
  world.bank.decide(providerOrderId, 'approved')
  expect(await world.pay('bob', { checkoutId, providerOrderId })).toMatchObject({ status: 'paid' })
  await world.settle()
})
