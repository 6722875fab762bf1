import { refundedCents } from '@shop/language/order/books'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openCase } from '../case/cases.ts'
import { loadAnyOrder } from '../order/load-order.ts'
import { noteProviderRefund } from '../order/note-provider-refund.ts'
import { createFakeProvider } from '../test-support/fake-provider.ts'
import { type Room, startRoom } from '../test-support/start-room.ts'

let room: Room
let customerId: string
let adaToken: string
let checkoutId: string
let caseId: string
const bank = createFakeProvider()
const metadata = { correlationId: 'test', causationId: 'test', actor: { role: 'system' as const } }

beforeAll(async () => {
  room = await startRoom()
  Object.assign(room.parts.payments, bank.provider)
})
afterAll(() => room.stop())

let taken = 0
/** A checkout that was paid twice; the provider refuses to refund the second payment. */
beforeEach(async () => {
  bank.faults.refusesRefunds = 'for good'
  const shirt = await room.list({ price: 25 })
  const { id, token } = await room.register(`ada${taken++}`)
  customerId = id
  adaToken = token
  const line = { productId: shirt._id, size: 'M', color: 'Red', quantity: 1, price: 25 }
  const body = { checkoutItems: [line], totalPrice: 25, paymentMethod: 'PayPal', shippingAddress: {} }
  const started = await room.ask('POST', '/checkouts', { token, body })
  checkoutId = started.body._id
  for (const _ of [1, 2])
    await room.ask('PUT', '/checkouts/pay', {
      token,
      body: { checkoutId, paymentStatus: 'paid', paymentDetails: { id: bank.payInBrowser(2500) } },
    })
  const captureId = `CAP-PP${bank.orders.size}`
  const about = { kind: 'refund-refused', checkoutId, captureId, customerId } as const
  caseId = await openCase(room.parts.commands, { ...about, amountCents: 2500, code: 'REFUND_NOT_ALLOWED' }, metadata)
})

const ask = (act: string, { body = {}, key = crypto.randomUUID() as string, id = caseId } = {}) =>
  room.ask('POST', `/cases/${id}/${act}`, { token: room.adminToken, key, body })

test('a refused retry is shown with the case, once per Idempotency-Key', async () => {
  const first = await ask('retry', { key: 'again' })
  expect(first).toMatchObject({
    status: 200,
    body: {
      _id: caseId,
      kind: 'refund-refused',
      status: 'open',
      amount: 25,
      checkoutId,
      user: { name: expect.stringMatching(/^ada/) },
      acts: ['retry'],
      attempts: 1,
      lastAttempt: { act: 'retry', code: 'REFUND_NOT_ALLOWED' },
    },
  })
  expect(first.headers.get('x-position')).toBeTruthy()
  expect((await ask('retry', { key: 'again' })).body).toEqual(first.body)
  expect((await ask('retry')).body).toMatchObject({ attempts: 2 })
})

test('a retry that succeeds settles the case, and a further retry gets the same answer', async () => {
  bank.faults.refusesRefunds = false
  const settled = { status: 200, body: { status: 'closed', outcome: 'refunded', acts: [] } }
  expect(await ask('retry')).toMatchObject(settled)
  expect(await ask('retry')).toMatchObject(settled)
  const { refundId } = bank.orders.get(`PP${bank.orders.size}`) ?? {}
  expect(refundId).toBeDefined()
})

test('if the provider does not answer, a retry is refused and not recorded', async () => {
  bank.faults.down = true
  expect(await ask('retry')).toMatchObject({ status: 503, body: { code: 'PROVIDER_UNAVAILABLE' } })
  bank.faults.down = false
  expect((await ask('retry')).body).toMatchObject({ attempts: 1 })
})

test('closing needs a reason, happens once, and is final', async () => {
  expect(await ask('close')).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } })
  expect(await ask('close', { body: { reason: '   ' } })).toMatchObject({ status: 400 })
  const body = { reason: 'Paid back by bank transfer' }
  const closed = await ask('close', { body, key: 'close' })
  expect(closed).toMatchObject({ status: 200, body: { status: 'closed', outcome: 'closed', ...body } })
  expect((await ask('close', { body, key: 'close' })).body).toEqual(closed.body)
  expect(await ask('close', { body })).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
  expect(await ask('retry')).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
})

test('only the case of a lost dispute closes with its money as taken', async () => {
  const body = { reason: 'The statement shows it', moneyTaken: true }
  expect(await ask('close', { body })).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
  const { parts } = room
  await room.ask('POST', `/checkouts/${checkoutId}/finalize`, { token: adaToken })
  const { facts } = await loadAnyOrder(parts.commands, checkoutId)
  const about = { kind: 'dispute-lost', orderId: checkoutId, captureId: facts.captureId, disputeId: caseId } as const
  const id = await openCase(parts.commands, { ...about, amountCents: 1000, code: 'DISPUTE_LOST' }, metadata)
  const closed = await ask('close', { body, id })
  expect(closed).toMatchObject({ status: 200, body: { status: 'closed', outcome: 'refunded', reason: body.reason } })
  expect(refundedCents(await loadAnyOrder(parts.commands, checkoutId))).toBe(1000)
})

test('only the case of a reversal closes with its money as back', async () => {
  const body = { reason: 'The statement shows it', moneyBack: true }
  expect(await ask('close', { body: { ...body, moneyTaken: true } })).toMatchObject({ status: 400 })
  expect(await ask('close', { body })).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
  const { parts } = room
  const reversal = { kind: 'refund-at-provider', orderId: checkoutId, refundId: 'R1', amountCents: 1000 } as const
  const early = await openCase(
    parts.commands,
    { ...reversal, refundId: 'R0', code: 'PAYMENT.CAPTURE.REVERSED' },
    metadata,
  )
  expect(await ask('close', { body, id: early })).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
  await room.ask('POST', `/checkouts/${checkoutId}/finalize`, { token: adaToken })
  const { captureId } = (await loadAnyOrder(parts.commands, checkoutId)).facts
  const money = { captureId, amountCents: 1000 }
  const of = { orderId: checkoutId, providerRefundId: 'R1', status: 'made', isReversal: true, currency: 'USD' } as const
  await noteProviderRefund(parts.commands, { ...of, ...money }, metadata)
  const id = await openCase(parts.commands, { ...reversal, captureId, code: 'PAYMENT.CAPTURE.REVERSED' }, metadata)
  const closed = await ask('close', { body, id })
  expect(closed).toMatchObject({ status: 200, body: { status: 'closed', outcome: 'closed', reason: body.reason } })
  expect(refundedCents(await loadAnyOrder(parts.commands, checkoutId))).toBe(0)
})

test('a case that does not exist is not found, and customers find no cases', async () => {
  expect(await ask('retry', { id: 'none' })).toMatchObject({ status: 404 })
  expect(await ask('close', { id: 'none', body: { reason: 'x' } })).toMatchObject({ status: 404 })
  const { token } = await room.register(`bob${taken++}`)
  for (const act of ['retry', 'close'])
    expect(await room.ask('POST', `/cases/${caseId}/${act}`, { token, body: { reason: 'x' } })).toMatchObject({
      status: 403,
    })
})
