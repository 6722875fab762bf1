import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { accountDecider } from '@shop/command-service/account/account-decider'
import { createCommandHandler } from '@shop/command-service/handler/command-handler'
import { accountStream } from '@shop/language/account/events'
import { definitionOf } from '@shop/language/all-events'
import { CaseAttempted, CaseClosed, CaseOpened, caseStream } from '@shop/language/case/events'
import { CheckoutStarted, checkoutStream } from '@shop/language/checkout/events'
import { PaymentPending } from '@shop/language/checkout/payment-events'
import { QuestionSaved, questionStream } from '@shop/language/question/events'
import { sampleLine } from '@shop/language/test-support/sample-order'
import { openEventStore, openKeyStore } from '@shop/server/open-adapters'
import { createShopLog } from '@shop/stores/event-store/shop-log'
import { expect } from 'vitest'
import { callerAt, type ShopCaller } from '../support/caller.ts'
import { type adminAt, approvedPayment, checkoutOf, lineOf, listProduct, PASSWORD, pay } from '../support/people.ts'
import { until } from '../support/until.ts'

/** A unique text with letters that JSON, HTML and addresses write in different ways. */
const canary = (name: string) => `${name} Zoë/${randomUUID()}`

const address = (which: string) => ({
  firstName: canary(`${which} first`),
  lastName: canary(`${which} last`),
  address: canary(`${which} street`),
  city: canary(`${which} city`),
  postalCode: canary(`${which} code`),
  country: 'Norway',
  phone: canary(`${which} phone`),
  address2: canary(`${which} second line`),
  state: canary(`${which} state`),
})

/** All personal texts of an address. The country is left out, because the shop keeps it also after an erasure. */
const personalOf = ({ country: _, ...fields }: ReturnType<typeof address>) => Object.values(fields)

/** A customer with a unique text in every personal field. `values`: these texts. */
export type Planted = Readonly<{ id: string; email: string; values: readonly string[]; orderId: string }>

/**
 * Appends events to the log of a stopped shop that only a failing provider or an earlier version of the shop causes: a payment under review,
 * a closed case, and a question whose text goes with its author.
 */
export async function plantInLog(folder: string, person: Planted): Promise<Planted> {
  const keys = await openKeyStore(`sqlite:${join(folder, 'keys.db')}`)
  const log = createShopLog(await openEventStore(`sqlite:${join(folder, 'events.db')}`), keys)
  const [checkoutId, shippingAddress, at] = [randomUUID(), address('pending'), '2030-01-01T00:00:00.000Z']
  const item = { ...sampleLine, productId: 'p', name: 'Shirt', priceCents: 1, paidCents: 1 }
  const bought = {
    customerId: person.id,
    items: [item],
    totalCents: 1,
    shippingAddress,
    country: '',
    paymentMethod: 'PayPal',
  }
  const money = { providerOrderId: checkoutId, captureId: checkoutId, amountCents: 1, held: true, reason: null }
  const started = CheckoutStarted({ checkoutId, ...bought, startedAt: at, expiresAt: at })
  const pending = PaymentPending({ checkoutId, ...bought, ...money, pendingAt: at, holdUntil: at })
  const actor = { role: 'system' } as const
  const metadata = { correlationId: checkoutId, causationId: checkoutId, actor, schemaVersion: 1, recordedAt: at }
  await log.append(
    checkoutStream(checkoutId),
    -1,
    [started, pending].map((one) => ({ ...one, id: randomUUID(), metadata })),
  )
  const [caseId, reason] = [randomUUID(), canary('reason')]
  const ids = { checkoutId, orderId: null, providerOrderId: null, captureId: null, refundId: null, disputeId: null }
  const opened = {
    caseId,
    kind: 'refund-refused',
    customerId: person.id,
    ...ids,
    debugId: null,
    dispute: null,
    amountCents: 1,
    code: '',
    openedAt: at,
  }
  const closed = { caseId, personId: person.id, outcome: 'closed', refundId: null, reason, closedAt: at } as const
  const why = canary('attempt')
  const attempted = { caseId, personId: person.id, act: 'refund', code: '', reason: why, at } as const
  const events = [CaseOpened(opened), CaseAttempted(attempted), CaseClosed(closed)]
  await log.append(
    caseStream(caseId),
    -1,
    events.map((one) => ({
      ...one,
      id: randomUUID(),
      metadata: { ...metadata, schemaVersion: definitionOf(one.type).version },
    })),
  )
  const texts = { sql: canary('question'), who: canary('parameter') }
  const question = { name: `by-${caseId}`, savedVersion: 1, authorId: person.id, sql: texts.sql, savedAt: at }
  const saved = QuestionSaved({ ...question, parameters: { who: texts.who } })
  await log.append(questionStream(question.name), -1, [{ ...saved, id: randomUUID(), metadata }])
  const stream = accountStream(person.id)
  const commands = createCommandHandler(log)
  const { ver } = (await commands.load(accountDecider, stream)).state
  const anew = { type: 'StorePasswordAnew', accountId: person.id, passwordHash: canary('hash'), ver } as const
  await commands.handle(accountDecider, stream, anew, { correlationId: 'r', causationId: randomUUID(), actor })
  await log.close()
  await keys.close()
  return { ...person, values: [...person.values, ...personalOf(shippingAddress), reason, why, texts.sql, texts.who] }
}

/**
 * Makes a customer. Every personal field of every event has a canary. The customer registers, changes address and password, is edited by an
 * admin, writes from the contact page, leaves a checkout, and has an order. The order is paid, sent to another address, shipped, returned,
 * refunded, cancelled, deleted and restored. There are also notes on the customer and on the order, and an address book. The customer also
 * saves a question and a rule as an analyst; they belong to the shop, so they have no canary.
 */
export async function plantCanaries(url: string, admin: Awaited<ReturnType<typeof adminAt>>): Promise<Planted> {
  const product = await listProduct(admin, { countInStock: 50 })
  const [left, bought, changed, saved] = [address('left'), address('bought'), address('changed'), address('saved')]
  const first = { name: canary('first'), email: `first-${randomUUID()}@canary.test` }
  const second = { name: canary('second'), email: `second-${randomUUID()}@canary.test` }
  const { body } = await callerAt(url).post('/api/users/register', { ...first, password: PASSWORD })
  const customer = callerAt(url, { token: body.token })
  const id: string = body.user._id
  await saveTexts(customer, id, admin)
  expect((await customer.post('/api/users/me/addresses', saved)).status).toBe(201)
  await customer.post('/api/cart', lineOf(product))
  expect((await customer.post('/api/checkout', { ...checkoutOf(product), shippingAddress: left })).status).toBe(201)
  const started = await customer.post('/api/checkout', { ...checkoutOf(product), shippingAddress: bought })
  const checkoutId = started.body.checkout._id
  const payment = await approvedPayment(customer, checkoutId)
  // The call is made again if the provider has answered too late.
  const paid = async () => expect((await pay(customer, checkoutId, payment)).status).toBe(200)
  await until(paid, { interval: 500 })
  const order = await customer.post(`/api/checkout/${checkoutId}/finalize`)
  expect(order.status).toBe(200)
  expect((await customer.put(`/api/orders/${order.body._id}/address`, changed)).status).toBe(200)
  const [one, why] = [{ lines: [{ line: 0, quantity: 1 }] }, { sendsBack: canary('return'), refunds: canary('refund') }]
  const said = { trackingNumber: canary('tracking'), reason: canary('reason') }
  expect((await admin.put(`/api/admin/orders/${order.body._id}`, { status: 'Shipped', ...said })).status).toBe(200)
  expect((await customer.post(`/api/orders/${order.body._id}/returns`, { ...one, reason: why.sendsBack })).status).toBe(
    201,
  )
  const third = { email: `third-${randomUUID()}@canary.test` }
  await moveTo(third.email, customer, admin)
  const passwords = { currentPassword: PASSWORD, newPassword: `${PASSWORD}-anew` }
  expect((await customer.put('/api/users/me/password', passwords)).status).toBe(200)
  expect((await admin.put(`/api/admin/users/${id}`, second)).status).toBe(200)
  const part = { amount: 1, reason: why.refunds }
  expect((await admin.post(`/api/admin/orders/${order.body._id}/refunds`, part)).status).toBe(201)
  const notes = { ofOrder: canary('note'), ofCustomer: canary('note') }
  for (const [path, text] of [
    [`orders/${order.body._id}`, notes.ofOrder],
    [`users/${id}`, notes.ofCustomer],
  ])
    expect((await admin.post(`/api/admin/${path}/notes`, { text })).status).toBe(201)
  const [closes, message] = [canary('closes'), canary('cancelled')]
  expect((await admin.put(`/api/admin/orders/${order.body._id}`, { status: 'Cancelled', message })).status).toBe(200)
  const closed = await admin.post(`/api/admin/orders/${order.body._id}/refund-case/close`, { reason: closes })
  expect(closed.status).toBe(200)
  expect((await admin.delete(`/api/admin/orders/${order.body._id}`)).status).toBe(200)
  expect((await admin.post(`/api/admin/orders/${order.body._id}/restore`)).status).toBe(200)
  const wrote = { name: canary('writer'), message: canary('message') }
  expect((await callerAt(url).post('/api/contact', { ...wrote, email: second.email })).status).toBe(201)
  const values = [first, second, third, said, why, notes, { closes, message }, wrote].flatMap((fields) =>
    Object.values(fields),
  )
  values.push(...[left, bought, changed, saved].flatMap(personalOf))
  return { id, email: second.email, values, orderId: order.body._id }
}

/** Gives the customer another e-mail address, with the link in the e-mail to the new address. */
async function moveTo(email: string, customer: ShopCaller, admin: ShopCaller) {
  expect((await customer.put('/api/users/me', { email, password: PASSWORD })).status).toBe(200)
  const link = await until(async () => {
    const { body } = await admin.get('/api/admin/outbox')
    const mails = body as readonly { to: string; text: string }[]
    const found = /#token=(\S+)/.exec(mails.find(({ to }) => to === email)?.text ?? '')
    return found![1]
  })
  expect((await customer.post('/api/users/email/confirm', { token: link })).status).toBe(200)
}

async function saveTexts(customer: ShopCaller, id: string, admin: ShopCaller) {
  await admin.put(`/api/admin/users/${id}`, { role: 'analyst' })
  const question = { name: `of-${id}`, sql: 'SELECT $days', parameters: { days: 7 } }
  expect((await customer.post('/api/analysis/questions', question)).status).toBe(201)
  const rule = { name: `rule-of-${id}`, reducer: 'const keyOf = () => 1; const reduce = () => 1' }
  expect((await customer.post('/api/analysis/rules', rule)).status).toBe(201)
  await admin.put(`/api/admin/users/${id}`, { role: 'customer' })
}
