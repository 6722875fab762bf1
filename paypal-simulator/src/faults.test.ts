import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import documents from '../schemas/checkout_orders_v2.json' with { type: 'json' }
import issues from '../schemas/issues.json' with { type: 'json' }
import { merchantId, orderFor, type Reply, startForTests } from './test-support/start-for-tests.ts'

let paypal: Awaited<ReturnType<typeof startForTests>>
let token: string
beforeAll(async () => {
  paypal = await startForTests({ faults: true })
  token = await paypal.token()
})
afterAll(() => paypal.close())

async function approved(): Promise<string> {
  const { body } = await paypal.post('/v2/checkout/orders', orderFor('42.50'), { token })
  await paypal.post(`/v2/checkout/orders/${body.id}/approve`, {})
  return body.id
}
const plan = (fault: string, orderId?: string, times?: number) => paypal.post('/faults', { orderId, fault, times })
const capture = (id: string) =>
  paypal.post(`/v2/checkout/orders/${id}/capture`, {}, { token, headers: { Prefer: 'return=representation' } })
const captureShown = async (id: string) =>
  (await paypal.get(`/v2/checkout/orders/${id}`, { token })).body.purchase_units[0].payments?.captures[0]

test.each([
  ['declined', 422, 'INSTRUMENT_DECLINED'],
  ['refused:TRANSACTION_REFUSED', 422, 'TRANSACTION_REFUSED'],
  ['403', 403, 'PERMISSION_DENIED'],
])('the fault %s refuses as often as planned, and no money is captured meanwhile', async (fault, status, issue) => {
  const id = await approved()
  await plan(fault, id, 2)
  for (const _ of [1, 2]) {
    const refused = await capture(id)
    expect([refused.status, refused.body.details[0].issue]).toEqual([status, issue])
    expect(await captureShown(id)).toBeUndefined()
  }
  expect((await capture(id)).status).toBe(201)
})

test('the faults 5xx-after-capture and reply-dropped capture the money without reporting it', async () => {
  const [first, second] = [await approved(), await approved()]
  await plan('5xx-after-capture', first)
  expect((await capture(first)).status).toBe(500)
  await plan('reply-dropped', second)
  await expect(capture(second)).rejects.toThrow()
  for (const id of [first, second]) expect(await captureShown(id)).toMatchObject({ status: 'COMPLETED' })
})

test('with the fault slow, the answer comes after 20 s, when the shop no longer waits', {
  timeout: 60_000,
}, async () => {
  const id = await approved()
  await plan('slow', id)
  const begunMs = performance.now()
  expect((await capture(id)).status).toBe(201)
  expect(performance.now() - begunMs).toBeGreaterThan(20_000)
})

test.each([
  ['completed', 'COMPLETED'],
  ['denied', 'DECLINED'],
])('a pending capture is over when it is settled as %s', async (outcome, status) => {
  const id = await approved()
  await plan('pending', id)
  const { body } = await capture(id)
  expect(body.purchase_units[0].payments.captures[0]).toMatchObject({ status: 'PENDING' })
  expect(await captureShown(id)).toMatchObject({ status: 'PENDING' })
  expect((await paypal.post(`/orders/${id}/settle`, { outcome })).status).toBe(200)
  expect(await captureShown(id)).toMatchObject({ status })
})

test('a capture can have another amount, another currency, or the id of an earlier capture', async () => {
  const [wrongAmount, wrongCurrency, reused] = [await approved(), await approved(), await approved()]
  await plan('wrong-amount', wrongAmount)
  await capture(wrongAmount)
  expect(await captureShown(wrongAmount)).toMatchObject({ amount: { value: '42.51' } })
  await plan('wrong-currency', wrongCurrency)
  await capture(wrongCurrency)
  expect(await captureShown(wrongCurrency)).toMatchObject({ amount: { currency_code: 'EUR' } })
  await plan('capture-reused', reused)
  await capture(reused)
  expect((await captureShown(reused)).id).toBe((await captureShown(wrongCurrency)).id)
})

test('a refund made at the provider shows in the order', async () => {
  const id = await approved()
  await capture(id)
  expect((await paypal.post(`/orders/${id}/refund`, {})).status).toBe(200)
  expect(await captureShown(id)).toMatchObject({ status: 'REFUNDED' })
})

describe('a refund', () => {
  const captureOf = async (id: string) => (await captureShown(id)).id as string
  async function captured() {
    const order = await approved()
    await capture(order)
    return { order, captureId: await captureOf(order) }
  }
  const planRefund = (fault: string, orderId: string, times?: number) =>
    paypal.post('/faults', { orderId, fault, on: 'refund', times })
  const refund = (captureId: string, requestId: string) =>
    paypal.post(`/v2/payments/captures/${captureId}/refund`, {}, { token, requestId })

  test.each([
    ['declined', 422, 'INSTRUMENT_DECLINED'],
    ['refused:REFUND_NOT_ALLOWED', 422, 'REFUND_NOT_ALLOWED'],
    ['403', 403, 'PERMISSION_DENIED'],
  ])('is refused by the fault %s as often as planned, and no money goes back', async (fault, status, issue) => {
    const { order, captureId } = await captured()
    await planRefund(fault, order, 2)
    for (const _ of [1, 2]) {
      const refused = await refund(captureId, captureId)
      expect([refused.status, refused.body.details[0].issue]).toEqual([status, issue])
      expect(await captureShown(order)).toMatchObject({ status: 'COMPLETED' })
    }
    expect((await refund(captureId, captureId)).status).toBe(201)
    expect(await captureShown(order)).toMatchObject({ status: 'REFUNDED' })
  })

  test('is made even if its answer is lost; a repeated request gets the same refund', async () => {
    for (const fault of ['5xx-after-capture', 'reply-dropped']) {
      const { order, captureId } = await captured()
      await planRefund(fault, order)
      const lost = await refund(captureId, fault).catch(() => undefined)
      expect([undefined, 500]).toContain(lost?.status)
      expect(await captureShown(order)).toMatchObject({ status: 'REFUNDED' })
      const again = await refund(captureId, fault)
      expect(again.status).toBe(201)
      expect((await paypal.get(`/v2/payments/refunds/${again.body.id}`, { token })).status).toBe(200)
    }
  })

  test.each(['PENDING', 'FAILED', 'CANCELLED', 'COMPLETED'])(
    'can have the status %s; money that was not returned can be refunded again',
    async (status) => {
      const { order, captureId } = await captured()
      await planRefund(`status:${status}`, order)
      const { body } = await refund(captureId, `back ${captureId}`)
      expect(body.status).toBe(status)
      expect((await paypal.get(`/v2/payments/refunds/${body.id}`, { token })).body.status).toBe(status)
      expect((await lookUp(order)).body.purchase_units[0].payments.refunds).toMatchObject([{ id: body.id, status }])
      const isBack = status === 'COMPLETED' || status === 'PENDING'
      expect((await refund(captureId, `again ${captureId}`)).status).toBe(isBack ? 422 : 201)
    },
  )

  test('that is pending gets its result later; a repeated request with the same id then gets this result', async () => {
    const { order, captureId } = await captured()
    await planRefund('pending', order)
    expect((await refund(captureId, `back ${captureId}`)).body).toMatchObject({ status: 'PENDING' })
    expect(await captureShown(order)).toMatchObject({ status: 'COMPLETED' })
    await settle(order, { refundStatus: 'FAILED' })
    expect((await refund(captureId, `back ${captureId}`)).body.status).toBe('FAILED')
    await settle(order, { refundStatus: 'COMPLETED' })
    expect((await refund(captureId, `back ${captureId}`)).body.status).toBe('COMPLETED')
    expect(await captureShown(order)).toMatchObject({ status: 'REFUNDED' })
  })

  test('of a capture that is pending, declined or failed is refused', async () => {
    for (const [status, issue] of [
      ['PENDING', 'PENDING_CAPTURE'],
      ['DECLINED', 'REFUND_NOT_ALLOWED'],
      ['FAILED', 'REFUND_NOT_ALLOWED'],
    ]) {
      const { order, captureId } = await captured()
      await settle(order, { captureStatus: status })
      expect((await refund(captureId, captureId)).body.details[0].issue).toBe(issue)
    }
  })

  test('has its own faults, which do not change the order’s capture', async () => {
    const order = await approved()
    await planRefund('declined', order)
    expect((await capture(order)).status).toBe(201)
    expect((await refund(await captureOf(order), 'own')).status).toBe(422)
  })
})

const lookUp = (id: string) => paypal.get(`/v2/checkout/orders/${id}`, { token })
const settle = (id: string, settlement: object) => paypal.post(`/orders/${id}/settle`, settlement)

test.each(['COMPLETED', 'DECLINED', 'PARTIALLY_REFUNDED', 'PENDING', 'REFUNDED', 'FAILED'])(
  'a capture can have the status %s from the start, or get it later',
  async (status) => {
    const [planned, settled] = [await approved(), await approved()]
    await plan(`status:${status}`, planned)
    await capture(planned)
    await capture(settled)
    await settle(settled, { captureStatus: status })
    for (const id of [planned, settled]) expect(await captureShown(id)).toMatchObject({ status })
    expect((await lookUp(planned)).body.status).toBe('COMPLETED')
  },
)

const PENDING_REASONS = documents.$defs.capture_status_details.properties.reason.enum
test.each(PENDING_REASONS)('a capture is pending with the reason %s', async (reason) => {
  const id = await approved()
  await plan(`status:PENDING:${reason}`, id)
  await capture(id)
  expect(await captureShown(id)).toMatchObject({ status: 'PENDING', status_details: { reason } })
  await settle(id, { outcome: 'completed' })
  expect(await captureShown(id)).not.toHaveProperty('status_details')
})

test.each(documents.$defs.order_status.enum)('an order can be created or found with the status %s', async (status) => {
  await paypal.post('/faults', { fault: `status:${status}`, on: 'create' })
  const { body } = await paypal.post('/v2/checkout/orders', orderFor('42.50'), { token })
  expect([body.status, (await lookUp(body.id)).body.status]).toEqual([status, status])
  const found = await approved()
  await paypal.post('/faults', { fault: `status:${status}`, on: 'look-up', orderId: found })
  expect((await lookUp(found)).body.status).toBe(status)
  expect((await capture(found)).status).toBe(status === 'APPROVED' ? 201 : 422)
})

test('the buyer can still approve an order that has got another status from a fault', async () => {
  await paypal.post('/faults', { fault: 'status:PAYER_ACTION_REQUIRED', on: 'create' })
  const id = await approved()
  expect((await lookUp(id)).body.status).toBe('APPROVED')
  expect((await capture(id)).status).toBe(201)
})

test('statuses that the documents do not have can be planned too', async () => {
  const later = await startForTests({ faults: true, official: false })
  const call = { token: await later.token() }
  await later.post('/faults', { fault: 'status:PARTIALLY_APPROVED', on: 'create' })
  const { body } = await later.post('/v2/checkout/orders', orderFor('42.50'), call)
  expect(body.status).toBe('PARTIALLY_APPROVED')
  await later.post(`/v2/checkout/orders/${body.id}/approve`, {})
  await later.post('/faults', { fault: 'status:ESCHEATED:NEW_REASON' })
  const captured = await later.post(`/v2/checkout/orders/${body.id}/capture`, {}, call)
  expect(captured.body.purchase_units[0].payments.captures[0]).toMatchObject({
    status: 'ESCHEATED',
    status_details: { reason: 'NEW_REASON' },
  })
  await later.close()
})

test('look-ups, creations and requests for a token can fail too, and not only captures', async () => {
  const id = await approved()
  const failing = async (on: string, fault: string, send: () => Promise<Reply>) => {
    await paypal.post('/faults', { on, fault })
    const { status, body } = await send()
    return [status, body.name ?? body]
  }
  const create = () => paypal.post('/v2/checkout/orders', orderFor('1.00'), { token })
  const look = () => lookUp(id)
  expect(await failing('look-up', 'answer:403:PERMISSION_DENIED', look)).toEqual([403, 'NOT_AUTHORIZED'])
  expect(await failing('look-up', 'answer:404:INVALID_RESOURCE_ID', look)).toEqual([404, 'RESOURCE_NOT_FOUND'])
  expect(await failing('create', 'answer:500', create)).toEqual([500, 'INTERNAL_SERVER_ERROR'])
  expect(await failing('create', 'answer:429:RATE_LIMIT_REACHED', create)).toEqual([429, 'RATE_LIMIT_REACHED'])
  expect((await look()).status).toBe(200)
  await paypal.post('/faults', { on: 'token', fault: 'answer:503' })
  expect(await paypal.token()).toBeUndefined()
  expect(await paypal.token()).toMatch(/^A21AA/)
  await paypal.post('/faults', { on: 'look-up', fault: 'page:503' })
  const page = await look().catch(() => undefined)
  expect([page?.status, page?.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8'])
})

describe('each documented refusal', () => {
  const refusals = Object.entries({ create: issues['orders.create'], capture: issues['orders.capture'] }).flatMap(
    ([on, statuses]) =>
      Object.entries(statuses).flatMap(([status, described]) =>
        Object.entries(described).map(([issue, description]) => [on, Number(status), issue, description] as const),
      ),
  )

  test('is answered with the documented texts', async () => {
    expect(refusals.length).toBeGreaterThan(180)
    const id = await approved()
    for (const [on, status, issue, description] of refusals) {
      await paypal.post('/faults', { on, fault: `answer:${status}:${issue}` })
      const send = () =>
        on === 'create' ? paypal.post('/v2/checkout/orders', orderFor('1.00'), { token }) : capture(id)
      const { body, ...answer } = await send()
      expect([answer.status, body.details]).toEqual([status, [{ issue, description }]])
    }
  })
})

test('a fault can change the payee', async () => {
  const id = await approved()
  await plan('wrong-payee', id)
  await capture(id)
  expect((await lookUp(id)).body.purchase_units[0].payee.merchant_id).not.toBe(merchantId)
})

test('a fault without an order applies to the next capture of any order, and an unknown fault is refused', async () => {
  await plan('declined')
  expect((await capture(await approved())).status).toBe(422)
  for (const fault of ['fast', 'refused:', 'refused:lower', 'answer:200', 'status:', 'delay:soon', 'toString', 5])
    expect((await paypal.post('/faults', { fault })).status).toBe(400)
})

test('a simulator without faults has no routes for them', async () => {
  const plain = await startForTests()
  expect((await plain.post('/faults', { fault: 'declined' })).status).toBe(404)
  expect((await plain.post('/orders/X/settle', { outcome: 'denied' })).status).toBe(404)
  await plain.close()
})

test('a reversed capture is shown as refunded and cannot be refunded, until the shop has the money again', async () => {
  const id = await approved()
  const captured = (await capture(id)).body.purchase_units[0].payments.captures[0]
  const refund = () => paypal.post(`/v2/payments/captures/${captured.id}/refund`, {}, { token })
  await paypal.post(`/orders/${id}/settle`, { reversed: true })
  expect(await captureShown(id)).toMatchObject({ status: 'REFUNDED' })
  expect(await refund()).toMatchObject({
    status: 422,
    body: { details: [{ issue: 'REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK' }] },
  })
  await paypal.post(`/orders/${id}/settle`, { reversed: false })
  expect(await captureShown(id)).toMatchObject({ status: 'COMPLETED' })
  expect((await refund()).status).toBe(201)
})

test('the fault without leaves a field out of one answer', async () => {
  const id = await approved()
  await plan('without:payee', id)
  const { payee, ...unit } = (await capture(id)).body.purchase_units[0]
  expect(payee).toBeUndefined()
  expect(unit).toMatchObject({ amount: { value: '42.50' } })
  const shown = (await paypal.get(`/v2/checkout/orders/${id}`, { token })).body.purchase_units[0]
  expect(shown).toEqual({ ...unit, payee: { merchant_id: merchantId } })
})
