import { beforeEach, describe, expect, test } from 'vitest'
import { createWorld, type World } from '../test-support/create-world.ts'
import { chargedFor } from './payment-checks.ts'
import { loadPurchase } from './purchase.ts'

/* Tests that a buyer can rely on the answer about a payment (decisions M13): no process changes it afterwards. */

const HOUR_MS = 60 * 60_000
const code = (code: string) => expect.objectContaining({ code })

let world: World
beforeEach(async () => {
  world = createWorld()
  await world.list('shirt', 5)
  await world.register('ada')
})

async function approved() {
  const { checkoutId } = await world.start('ada', { shirt: 1 })
  const providerOrderId = await world.beginPayment(checkoutId)
  world.bank.decide(providerOrderId, 'approved')
  return { checkoutId, providerOrderId }
}
const orders = () => world.events.filter(({ type }) => type === 'OrderPlaced').length
const openCases = (kind: string) => {
  const of = world.events.filter(({ stream }) => stream.startsWith('case-'))
  const opened = of.filter(({ data }) => (data as { kind?: string }).kind === kind)
  return opened.filter(({ stream }) => of.findLast((event) => event.stream === stream)?.type !== 'CaseClosed').length
}

test('after "the payment was declined" nothing is captured until the buyer pays again', async () => {
  const payment = await approved()
  world.bank.decide(payment.providerOrderId, 'declined')
  await expect(world.pay('ada', payment)).rejects.toMatchObject({
    code: 'PAYMENT_NOT_VERIFIED',
    message: expect.stringContaining('Nothing was charged'),
    details: { restart: true },
  })
  // The bank would now accept the payment.
  world.bank.decide(payment.providerOrderId, 'approved')
  await world.live(5 * HOUR_MS)
  expect(world.bank.orders.get(payment.providerOrderId)?.captureId).toBeUndefined()
  expect(orders()).toBe(0)
})

test('the buyer pays again with the same order, and the payment is taken once', async () => {
  const payment = await approved()
  world.bank.decide(payment.providerOrderId, 'declined')
  await expect(world.pay('ada', payment)).rejects.toEqual(code('PAYMENT_NOT_VERIFIED'))
  world.bank.decide(payment.providerOrderId, 'approved')
  expect(await world.pay('ada', payment)).toMatchObject({ status: 'paid' })
  await world.settle()
  expect(orders()).toBe(1)
})

test('a capture that was not carried out is tried again with growing pauses, and the merchant has a case', async () => {
  const payment = await approved()
  const attempts: number[] = []
  const { capture } = world.bank.provider
  const refusing = { is: 'not carried out', code: 'PERMISSION_DENIED', isForMerchant: true } as const
  Object.assign(world.bank.provider, {
    async capture({ attempt }: Parameters<typeof capture>[0]) {
      attempts.push(attempt)
      return refusing
    },
  })
  await expect(world.pay('ada', payment)).rejects.toMatchObject({
    code: 'PROVIDER_UNAVAILABLE',
    message: expect.not.stringContaining('Nothing was charged'),
  })
  await world.live(20 * 60_000)
  expect(openCases('payments-refused')).toBe(1)
  // Each answered try has a different request id (decisions M14). In twenty minutes there are only a few tries.
  expect(attempts).toEqual(attempts.map((_, number) => number))
  expect(attempts.length).toBeGreaterThan(2)
  expect(attempts.length).toBeLessThan(10)
  Object.assign(world.bank.provider, { capture })
  await world.live(HOUR_MS)
  expect(orders()).toBe(1)
  expect(openCases('payments-refused')).toBe(0)
})

test('an order that the provider does not create is requested under a new number', async () => {
  const { checkoutId } = await world.start('ada', { shirt: 1 })
  const attempts: number[] = []
  const { createOrder } = world.bank.provider
  Object.assign(world.bank.provider, {
    createOrder: async (order: Parameters<typeof createOrder>[0]) => {
      attempts.push(order.attempt)
      return attempts.length === 1
        ? { is: 'refused', code: 'PAYEE_ACCOUNT_RESTRICTED', final: true, isForMerchant: true }
        : createOrder(order)
    },
  })
  await expect(world.beginPayment(checkoutId)).rejects.toEqual(code('PAYMENT_NOT_VERIFIED'))
  expect(openCases('payments-refused')).toBe(1)
  expect(await world.beginPayment(checkoutId)).toBe('PP1')
  expect(attempts).toEqual([0, 1])
})

test('a request and a job that want the same payment concurrently call the provider one after the other', async () => {
  const payment = await approved()
  let underWay = 0
  let most = 0
  const { capture } = world.bank.provider
  Object.assign(world.bank.provider, {
    capture: async (order: Parameters<typeof capture>[0]) => {
      most = Math.max(most, ++underWay)
      await new Promise((resolve) => setImmediate(resolve))
      const answer = await capture(order)
      underWay -= 1
      return answer
    },
  })
  const check = [...world.jobs.values()].find(({ command }) => command.type === 'CheckPayment')
  await Promise.all([world.pay('ada', payment), world.work(check!), world.pay('ada', payment)])
  expect(most).toBe(1)
  await world.settle()
  expect(orders()).toBe(1)
})

test('money that turns out to be taken after a refusal becomes the order, and the mail explains it', async () => {
  world = createWorld({ mails: true })
  await world.list('shirt', 5)
  await world.register('ada')
  const payment = await approved()
  world.bank.decide(payment.providerOrderId, 'declined')
  await expect(world.pay('ada', payment)).rejects.toEqual(code('PAYMENT_NOT_VERIFIED'))
  world.bank.decide(payment.providerOrderId, 'approved')
  await world.bank.provider.capture({ ...payment, attempt: 0 })
  await world.live(60_000)
  expect(orders()).toBe(1)
  const placed = world.mailer.taken.find(({ subject }) => subject.startsWith('Your order'))
  expect(placed?.text).toContain('our shop said that nothing was charged. That was wrong')
})

describe.each(['DUPLICATE_INVOICE_ID', 'RESOURCE_NOT_FOUND', 'TRANSACTION_REFUSED'])(
  'after a capture of unknown outcome, the refusal %s',
  (issue) => {
    /** The first capture gets no answer, and every later one is refused. `complete`: the provider carries out the first capture. */
    async function refusedAfterNoAnswer() {
      const payment = await approved()
      const { provider } = world.bank
      const { capture } = provider
      let tries = 0
      provider.capture = async () =>
        tries++ === 0 ? { is: 'unknown', cause: new Error('no answer') } : { is: 'refused', code: issue, final: true }
      const notKnown = { code: 'PROVIDER_UNAVAILABLE', message: expect.stringContaining('Do not pay again') }
      for (const pauseMs of [11_000, 60_000]) {
        await expect(world.pay('ada', payment)).rejects.toMatchObject(notKnown)
        world.passTime(pauseMs)
      }
      expect(await world.beginPayment(payment.checkoutId), 'the buyer gets no second order').toBe(
        payment.providerOrderId,
      )
      return { payment, complete: () => capture({ ...payment, attempt: 0 }) }
    }

    test.each([2, 90, 180])('is not believed: the money becomes an order after %i minutes', async (minutes) => {
      const { complete } = await refusedAfterNoAnswer()
      await world.live(minutes * 60_000)
      await complete()
      await world.live(HOUR_MS)
      expect(orders() + world.events.filter(({ type }) => type === 'PaymentRefunded').length).toBe(1)
      expect(openCases('payment-unknown')).toBe(0)
    })

    test('is believed five hours later, when no more money can come', async () => {
      const { payment } = await refusedAfterNoAnswer()
      const charged = async () => chargedFor(await loadPurchase(world.parts(), payment.checkoutId, world.asking()))
      expect(await charged()).toBe('unknown')
      await world.live(6 * HOUR_MS)
      expect(await charged()).toBe('no')
      await expect(world.pay('ada', payment)).rejects.toMatchObject({ code: 'PAYMENT_NOT_VERIFIED' })
      expect(openCases('payment-unknown')).toBe(0)
    })
  },
)

test('a payment that was refused after a capture of unknown outcome is watched, and goes back if the next payment won', async () => {
  const first = await approved()
  const { provider } = world.bank
  const { capture } = provider
  provider.capture = async () => ({ is: 'unknown', cause: new Error('no answer') })
  await expect(world.pay('ada', first)).rejects.toEqual(code('PROVIDER_UNAVAILABLE'))
  provider.capture = capture
  const { lookUp } = provider
  const voided = { id: first.providerOrderId, createdAt: undefined, status: 'VOIDED', captures: [], refunds: [] }
  const facts = { amountCents: 2500, currency: 'USD', paysUs: true, customId: first.checkoutId }
  provider.lookUp = async (id) =>
    id === first.providerOrderId
      ? { is: 'refused', code: 'VOIDED', final: true, order: { ...voided, ...facts } }
      : lookUp(id)
  await expect(world.pay('ada', first)).rejects.toEqual(code('PAYMENT_NOT_VERIFIED'))
  const second = await world.beginPayment(first.checkoutId)
  world.bank.decide(second, 'approved')
  await world.pay('ada', { checkoutId: first.checkoutId, providerOrderId: second })
  await world.live(2 * HOUR_MS)
  provider.lookUp = lookUp
  await capture({ ...first, attempt: 0 })
  await world.live(HOUR_MS)
  expect(orders()).toBe(1)
  expect(world.bank.orders.get(first.providerOrderId)?.refundId).toBeDefined()
})

test('money that is older than the newest refusal does not close the case "Payments are refused"', async () => {
  await world.register('bob')
  const reviewed = await approved()
  world.bank.decide(reviewed.providerOrderId, 'reviewed')
  await expect(world.pay('ada', reviewed)).rejects.toEqual(code('PAYMENT_PENDING'))
  const unreported = await world.start('cleo', { shirt: 1 })
  world.bank.decide(await world.beginPayment(unreported.checkoutId), 'approved')
  await world.live(2 * HOUR_MS)
  const { provider } = world.bank
  const { capture } = provider
  provider.capture = async () => ({ is: 'refused', code: 'PAYEE_ACCOUNT_RESTRICTED', final: true, isForMerchant: true })
  const { checkoutId } = await world.start('bob', { shirt: 1 })
  world.bank.decide(await world.beginPayment(checkoutId), 'approved')
  await expect(world.pay('bob', { checkoutId })).rejects.toEqual(code('PAYMENT_NOT_VERIFIED'))
  world.bank.review(reviewed.providerOrderId, 'COMPLETED')
  await world.live(10 * 60_000)
  expect(orders()).toBe(2)
  expect(openCases('payments-refused')).toBe(1)
  const byOlderClient = await world.start('dora', { shirt: 1 })
  const providerOrderId = world.bank.payInBrowser(2500)
  await world.pay('dora', { checkoutId: byOlderClient.checkoutId, providerOrderId })
  expect(openCases('payments-refused')).toBe(0)
  provider.capture = capture
})
