import { setTimeout as sleep } from 'node:timers/promises'
import { flatPng } from '@shop/command-service/test-support/hostile-pictures'
import { type Answer, callerAt } from '../support/caller.ts'
import {
  ADDRESS,
  adminAt,
  approvedPayment,
  buy,
  type Customer,
  customerAt,
  lineOf,
  listProduct,
  PASSWORD,
  pay,
  startCheckout,
} from '../support/people.ts'
import { strongGuestId } from '../support/strong-guest-id.ts'
import type { Columns, Outcome } from './resilience-table.ts'

/** A call waits for at most two of the shop's limits, which are at most 5 s. So if there is no answer after this time, none will come. */
const PATIENCE_MS = 30_000

export type Cast = Awaited<ReturnType<typeof gather>>

/** The callers of the journeys. The shop knows each of them before the failure. */
export async function gather(url: string) {
  const admin = await adminAt(url)
  const product = await listProduct(admin, { countInStock: 10_000 })
  // `regular` only signs in. No other journey uses this account, because its twenty-first session ends its oldest session.
  const [shopper, starter, beginner, payer, regular] = await Promise.all(
    Array.from({ length: 5 }, async () => ({ ...(await customerAt(url)), inCart: 0 })),
  )
  const order = await buy(payer!, product)
  const customers = { shopper: shopper!, starter: starter!, beginner: beginner!, payer: payer!, regular: regular! }
  return { url, admin, product, order, ...customers }
}

/** Begins, before the failure, what the journeys continue during the failure. */
export async function prepare({ admin, beginner, payer, product, regular, shopper }: Cast) {
  const [begun, approved] = await Promise.all([
    startCheckout(beginner, product),
    startCheckout(payer, product).then(async ({ _id }) => ({ _id, payment: await approvedPayment(payer, _id) })),
    // Each of these callers makes a call now, so that the shop has the caller in memory.
    ...[shopper, payer, admin, regular].map((caller) => caller.get('/api/cart')),
  ])
  return { begun, approved }
}
export type Prepared = Awaited<ReturnType<typeof prepare>>

/** Tries all columns of the table in parallel. */
export async function tryEverything(cast: Cast, prepared: Prepared): Promise<Columns> {
  const [browse, cart, login, checkout, admin] = await Promise.all([
    tryToBrowse(cast),
    tryCarts(cast),
    tryToLogIn(cast),
    tryToBuy(cast, prepared),
    tryToAdminister(cast),
  ])
  return { browse, cart, login, checkout, admin }
}

async function tryToBrowse({ url, product }: Cast) {
  const visitor = callerAt(url)
  const shows = ({ body }: Answer) => JSON.stringify(body).includes(product._id)
  const [list, detail, facets] = await Promise.all([
    outcomeOf(() => visitor.get('/api/products?sortBy=priceAsc'), shows),
    outcomeOf(() => visitor.get(`/api/products/${product._id}`), shows),
    outcomeOf(() => visitor.get('/api/products/facets')),
  ])
  return { list, detail, facets }
}

async function tryCarts({ url, shopper, product }: Cast) {
  const key = { headers: { 'idempotency-key': crypto.randomUUID() } }
  const [write, writeAsGuest] = await Promise.all([
    outcomeOf(() => shopper.post('/api/cart', lineOf(product), key)),
    outcomeOf(() => callerAt(url).post('/api/cart', { ...lineOf(product), guestId: strongGuestId() })),
  ])
  if (write === 'done') shopper.inCart++
  const read = await outcomeOf(
    () => shopper.get('/api/cart'),
    ({ body }) => (body.products[0]?.quantity ?? 0) >= shopper.inCart,
  )
  return { read, write, writeAsGuest }
}

async function tryToLogIn({ url, regular }: Cast) {
  const visitor = callerAt(url)
  const person = { name: 'New Here', email: `${crypto.randomUUID()}@x.test`, password: PASSWORD }
  const [login, register] = await Promise.all([
    outcomeOf(() => visitor.post('/api/users/login', { email: regular.email, password: PASSWORD })),
    outcomeOf(() => visitor.post('/api/users/register', person)),
  ])
  return { login, register }
}

async function tryToBuy(cast: Cast, { begun, approved }: Prepared) {
  const { starter, beginner, payer, order, product } = cast
  const [start, beginToPay, [paid, finalize]] = await Promise.all([
    outcomeOf(() => starter.post('/api/checkout', checkoutBody(product))),
    outcomeOf(() => beginner.post(`/api/checkout/${begun._id}/payment`)),
    payAndFinalize(payer, approved),
  ])
  // The newest order that an answer has shown to this customer.
  const newest = finalize === 'done' ? approved._id : order._id
  const read = await outcomeOf(
    () => payer.get(`/api/orders/${newest}`),
    ({ body }) => body._id === newest,
  )
  return { start, beginToPay, pay: paid, finalize, read }
}

async function payAndFinalize(payer: Customer, { _id, payment }: Prepared['approved']) {
  const paid = await outcomeOf(() => pay(payer, _id, payment))
  return [paid, await outcomeOf(() => payer.post(`/api/checkout/${_id}/finalize`))] as const
}

const checkoutBody = (product: Cast['product']) => ({
  checkoutItems: [{ ...lineOf(product), name: product.name, image: '', price: product.price }],
  shippingAddress: ADDRESS,
  paymentMethod: 'PayPal',
  totalPrice: product.price,
})

async function tryToAdminister({ admin, product }: Cast) {
  const form = new FormData()
  form.set('image', new Blob([new Uint8Array(flatPng(8, 8))], { type: 'image/png' }), 'shirt.png')
  const [products, orders, users, edit, upload] = await Promise.all([
    outcomeOf(() => admin.get('/api/admin/products')),
    outcomeOf(() => admin.get('/api/admin/orders')),
    outcomeOf(() => admin.get('/api/admin/users')),
    outcomeOf(() => admin.put(`/api/products/${product._id}`, { description: `Edited at ${Date.now()}.` })),
    outcomeOf(() => admin.send('POST', '/api/upload', { raw: form })),
  ])
  return { products, orders, users, edit, upload }
}

/** How a call ended. If it neither succeeded nor was refused with a standard error in time, the outcome is a description. */
async function outcomeOf(call: () => Promise<Answer>, isRight = (_: Answer) => true): Promise<Outcome> {
  const never = sleep(PATIENCE_MS, `none after ${PATIENCE_MS} ms`, { ref: false })
  return describe(await Promise.race([call().catch(String), never]), isRight) as Outcome
}

function describe(answer: Answer | string, isRight: (answer: Answer) => boolean): string {
  if (typeof answer === 'string') return `no answer: ${answer}`
  if (answer.status < 300) return isRight(answer) ? 'done' : 'stale'
  const { code, message, requestId } = answer.body
  const isInShape = typeof code === 'string' && typeof message === 'string' && requestId !== undefined
  return isInShape ? code : `${answer.status} in another shape`
}
