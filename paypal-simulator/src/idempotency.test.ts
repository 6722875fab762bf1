import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { orderFor, type Reply, startForTests } from './test-support/start-for-tests.ts'

let paypal: Awaited<ReturnType<typeof startForTests>>
let token: string
beforeEach(async () => {
  paypal = await startForTests()
  token = await paypal.token()
})
afterEach(() => paypal.close())

const create = (value: string, requestId: string) =>
  paypal.post('/v2/checkout/orders', orderFor(value), { token, requestId })
const approve = (id: string) => paypal.post(`/v2/checkout/orders/${id}/approve`, {})
const capture = (id: string, requestId: string) =>
  paypal.post(`/v2/checkout/orders/${id}/capture`, {}, { token, requestId })

test('a repeated request gets the latest status of the first request', async () => {
  const [first, second] = [await create('5.00', 'a'), await create('5.00', 'a')]
  expect([first.status, second.status, second.body]).toEqual([201, 200, first.body])
  await approve(first.body.id)
  expect((await create('5.00', 'a')).body).toMatchObject({ id: first.body.id, status: 'APPROVED' })
  expect((await create('5.00', 'b')).body.id).not.toBe(first.body.id)
})

test('twenty equal requests at the same time get the same answer', async () => {
  const replies = await Promise.all(Array.from({ length: 20 }, () => create('5.00', 'a')))
  expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
})

test('with the same id, a later request gets the result of the first request, even with another body', async () => {
  const { body } = await create('5.00', 'a')
  expect((await create('6.00', 'a')).body.id).toBe(body.id)

  const second = (await create('5.00', 'b')).body
  await approve(body.id)
  await approve(second.id)
  expect((await capture(body.id, 'pay')).status).toBe(201)
  expect((await capture(second.id, 'pay')).body.id).toBe(body.id)
})

test('orders, captures, refunds, tokens and kept answers survive a restart', async () => {
  const order = (await create('5.00', 'a')).body
  await approve(order.id)
  const captured = await capture(order.id, 'pay')
  const captureId = captured.body.purchase_units[0].payments.captures[0].id
  const refund = () => paypal.post(`/v2/payments/captures/${captureId}/refund`, {}, { token, requestId: 'back' })
  const refunded = await refund()
  const path = new URL(paypal.url).pathname
  const before = (await paypal.get(`/v2/checkout/orders/${order.id}`, { token })).body

  await paypal.restart()
  const withoutOrigin = (body: object) => JSON.parse(JSON.stringify(body).replaceAll(/http:[^"]*?(?=\/simulator)/g, ''))
  expect((await create('5.00', 'a')).body).toMatchObject({ id: order.id, status: 'COMPLETED' })
  const again = (await capture(order.id, 'pay')).body
  expect([again.id, again.purchase_units[0].payments.captures[0].id]).toEqual([order.id, captureId])
  expect(withoutOrigin((await refund()).body)).toEqual(withoutOrigin(refunded.body))
  const after = (await paypal.get(`/v2/checkout/orders/${order.id}`, { token })).body
  expect(withoutOrigin(after)).toEqual(withoutOrigin(before))
  expect(after.links[0].href).toContain(path)
})

test('a refusal is not kept, so the same capture succeeds after the buyer has approved', async () => {
  const { id } = (await create('5.00', 'a')).body
  expect((await capture(id, 'pay')).status).toBe(422)
  await approve(id)
  expect((await capture(id, 'pay')).status).toBe(201)
  expect((await capture(id, 'pay')).status).toBe(200)
})

describe('if refusals are replayed', () => {
  const plan = (fault: object) => paypal.post('/faults', fault)
  beforeEach(async () => {
    await paypal.close()
    paypal = await startForTests({ faults: true, idempotency: 'replays' })
    token = await paypal.token()
  })

  test('a refused request id stays refused, and a new request id is not refused', async () => {
    const { id } = (await create('5.00', 'a')).body
    const first = await capture(id, 'pay')
    await approve(id)
    const again = await capture(id, 'pay')
    expect([again.status, again.body.details]).toEqual([422, first.body.details])
    expect((await capture(id, 'pay again')).status).toBe(201)
  })

  test.each(['answer:403:PERMISSION_DENIED', 'answer:400:INVALID_PARAMETER_VALUE', 'refused:PAYEE_ACCOUNT_RESTRICTED'])(
    'the refusal %s of a creation is kept too',
    async (fault) => {
      await plan({ fault, on: 'create' })
      const first = await create('5.00', 'a')
      expect((await create('5.00', 'a')).body.details).toEqual(first.body.details)
      expect((await create('5.00', 'b')).status).toBe(201)
    },
  )

  test.each(['answer:500', 'answer:503', 'answer:429:RATE_LIMIT_REACHED', 'answer:401', 'page:502'])(
    'the failure %s is not kept',
    async (fault) => {
      await plan({ fault, on: 'create' })
      expect((await create('5.00', 'a')).status).toBe(Number(/\d+/.exec(fault)))
      expect((await create('5.00', 'a')).status).toBe(201)
    },
  )

  test('the mode can be changed while the simulator runs', async () => {
    const { id } = (await create('5.00', 'a')).body
    await capture(id, 'pay')
    await approve(id)
    expect((await paypal.post('/idempotency', { mode: 'forgets' })).status).toBe(200)
    expect((await capture(id, 'pay')).status).toBe(201)
    expect((await paypal.post('/idempotency', { mode: 'both' })).status).toBe(400)
  })
})

describe('two concurrent requests', () => {
  const issueOf = ({ status, body }: Reply) => [status, body.details?.[0].issue]
  beforeEach(async () => {
    await paypal.close()
    paypal = await startForTests({ faults: true })
    token = await paypal.token()
  })
  async function approved() {
    const { id } = (await create('5.00', 'a')).body
    await approve(id)
    return id as string
  }
  /** Sends the second request while the first request is in progress. */
  async function meet(on: string, ...requests: readonly (() => Promise<Reply>)[]) {
    await paypal.post('/faults', { fault: 'delay:1000', on })
    return (await Promise.all(requests.map((send) => send()))).toSorted((one, other) => one.status - other.status)
  }

  test('with the same request id: the second request gets a conflict, for a capture and for a refund', async () => {
    const id = await approved()
    const pay = () => capture(id, 'pay')
    const [first, meanwhile] = await meet('capture', pay, pay)
    expect([first?.status, issueOf(meanwhile!)]).toEqual([201, [409, 'PREVIOUS_REQUEST_IN_PROGRESS']])
    expect((await pay()).status).toBe(200)

    const captureId = first?.body.purchase_units[0].payments.captures[0].id
    const refund = () => paypal.post(`/v2/payments/captures/${captureId}/refund`, {}, { token, requestId: 'back' })
    const [back, meanwhileBack] = await meet('refund', refund, refund)
    expect([back?.status, issueOf(meanwhileBack!)]).toEqual([201, [409, 'PREVIOUS_REQUEST_IN_PROGRESS']])
    expect(await refund()).toMatchObject({ status: 201, body: { id: back?.body.id } })
  })

  test('do not capture the same order twice: the second request is refused while the first is in progress', async () => {
    const id = await approved()
    const [first, meanwhile] = await meet(
      'capture',
      () => capture(id, 'one'),
      () => capture(id, 'two'),
    )
    expect([first?.status, issueOf(meanwhile!)]).toEqual([201, [422, 'ORDER_COMPLETION_IN_PROGRESS']])
    expect(issueOf(await capture(id, 'three'))).toEqual([422, 'ORDER_ALREADY_CAPTURED'])
  })
})

test('a request id longer than PayPal allows is refused', async () => {
  expect((await create('5.00', 'x'.repeat(109))).status).toBe(400)
})
