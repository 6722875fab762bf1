import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import createClient from 'openapi-fetch'
// The test that runs this file generates these types from the OpenAPI document.
import type { components, paths } from 'types-of-the-shop'

/*
 * Makes the documented calls (spec §7: the API) through a client that knows only the OpenAPI document. Imports nothing of the shop's
 * code. Usage: node documented-calls.ts <address of the shop> <the admin's e-mail> <password>
 */

const [baseUrl = '', adminEmail = '', adminPassword = ''] = process.argv.slice(2)
type Product = components['schemas']['Product']

const made: string[] = []
const clientOf = (token?: string) => {
  const client = createClient<paths>({ baseUrl, ...(token && { headers: { authorization: `Bearer ${token}` } }) })
  client.use({
    onRequest: ({ request, schemaPath }) => {
      made.push(`${request.method} ${schemaPath}`)
    },
  })
  return client
}

function dataOf<Data>({ data, error, response }: { data?: Data; error?: unknown; response: Response }): Data {
  assert.ok(data !== undefined, `${response.url} answered ${response.status}: ${JSON.stringify(error)}`)
  return data
}

const anonymous = clientOf()
const login = await anonymous.POST('/api/users/login', { body: { email: adminEmail, password: adminPassword } })
const admin = clientOf(dataOf(login).token)

const { product, other } = await administerProducts()
await browse(product)
const { customer, userId } = await signUp()
await fillCart()
const order = await checkOut()
await administerOrders()
await administerUsers()
await refusalsAreTyped()
process.stdout.write(`${new Set(made).size} calls: ${[...new Set(made)].sort().join(', ')}\n`)

async function administerProducts() {
  const body = { name: 'Typed Shirt', price: 25, countInStock: 20, sizes: ['M'], colors: ['Red'], collections: 'Typed' }
  const product = dataOf(await admin.POST('/api/admin/products', { body }))
  const other = dataOf(await admin.POST('/api/admin/products', { body: { name: 'Typed Hat', price: 9.5 } }))
  const params = { path: { id: product._id } }
  const edited = dataOf(await admin.PUT('/api/products/{id}', { params, body: { description: 'Of types' } }))
  assert.equal(edited.description, 'Of types')
  dataOf(await admin.PUT('/api/admin/products/{id}', { params, body: { gender: 'Men', category: 'Top Wear' } }))
  const picture = await uploaded()
  dataOf(await admin.PUT('/api/products/{id}', { params, body: { images: [{ url: picture, altText: 'A shirt' }] } }))
  assert.ok(dataOf(await admin.GET('/api/admin/products', { params: { query: { limit: 10 } } })).length >= 2)
  return { product: edited, other }
}

async function uploaded(): Promise<string> {
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
  const form = new FormData()
  form.append('image', new Blob([Buffer.from(pixel, 'base64')]), 'pixel.png')
  const answer = await anonymous.POST('/api/upload', { body: { image: '' }, bodySerializer: () => form })
  return dataOf(answer).url
}

async function browse({ _id }: Product) {
  const query = { gender: 'Men', minPrice: 20, maxPrice: 30, sortBy: 'priceasc', limit: 5 } as const
  const found = dataOf(await anonymous.GET('/api/products', { params: { query } }))
  assert.ok(found.some((one) => one._id === _id))
  const params = { path: { id: _id } }
  assert.equal(dataOf(await anonymous.GET('/api/products/{id}', { params })).price, 25)
  dataOf(await anonymous.GET('/api/products/similar/{id}', { params }))
  dataOf(await anonymous.GET('/api/products/best-seller'))
  assert.ok(dataOf(await anonymous.GET('/api/products/new-arrivals')).every(({ images }) => Array.isArray(images)))
}

async function signUp() {
  const body = { name: 'Ada', email: `${randomUUID()}@x.test`, password: 'seven-blue-threads-9' }
  const { user, token } = dataOf(await anonymous.POST('/api/users/register', { body }))
  return { customer: clientOf(token), userId: user._id }
}

async function fillCart() {
  const guestId = `guest_${Date.now()}_${randomBytes(16).toString('base64url')}`
  const line = { productId: product._id, size: 'M', color: 'Red' }
  dataOf(await anonymous.POST('/api/cart', { body: { ...line, quantity: 1, guestId } }))
  dataOf(await anonymous.PUT('/api/cart', { body: { ...line, quantity: 3, guestId } }))
  const cart = dataOf(await anonymous.GET('/api/cart', { params: { query: { guestId } } }))
  assert.equal(cart.products[0]?.quantity, 3)
  const merged = dataOf(await customer.POST('/api/cart/merge', { body: { guestId } }))
  assert.equal(merged.user._id, userId)
  dataOf(await customer.PUT('/api/cart', { body: { ...line, quantity: 2, userId } }))
  assert.equal(dataOf(await anonymous.DELETE('/api/cart', { body: { ...line, guestId } })).totalPrice, 0)
}

async function checkOut() {
  const line = { productId: product._id, size: 'M', color: 'Red', quantity: 2, price: 25 }
  const body = { checkoutItems: [line], shippingAddress: { city: 'Ghent' }, paymentMethod: 'PayPal', totalPrice: 50 }
  const foreign = await customer.POST('/api/checkout', { body: { ...body, discountCode: 'NOT-A-CODE' } })
  assert.equal(foreign.error?.code === 'VALIDATION_FAILED' && foreign.error.fields?.[0]?.path, 'discountCode')
  const { checkout } = dataOf(await customer.POST('/api/checkout', { body }))
  assert.equal(checkout.discount, undefined)
  const params = { path: { id: checkout._id } }
  const { id } = dataOf(await customer.POST('/api/checkout/{id}/payment', { params }))
  await fetch(`${baseUrl}/simulator/paypal/v2/checkout/orders/${id}/approve`, { method: 'POST' })
  const paid = { paymentStatus: 'paid', paymentDetails: { id } } as const
  assert.equal(dataOf(await customer.PUT('/api/checkout/pay', { body: paid })).isPaid, true)
  const order = dataOf(await customer.POST('/api/checkout/{id}/finalize', { params }))
  assert.equal(dataOf(await customer.GET('/api/orders/my-orders'))[0]?._id, order._id)
  assert.equal(dataOf(await customer.GET('/api/orders/{id}', { params })).totalPrice, 50)
  return order
}

async function administerOrders() {
  const params = { path: { id: order._id } }
  assert.ok(dataOf(await admin.GET('/api/admin/orders')).some(({ _id }) => _id === order._id))
  const delivered = dataOf(await admin.PUT('/api/admin/orders/{id}', { params, body: { status: 'Delivered' } }))
  assert.equal(delivered.isDelivered, true)
  dataOf(await admin.DELETE('/api/admin/orders/{id}', { params }))
}

async function administerUsers() {
  const body = {
    name: 'Bo',
    email: `${randomUUID()}@x.test`,
    password: 'seven-blue-threads-9',
    role: 'customer',
  } as const
  const { user } = dataOf(await admin.POST('/api/admin/users', { body }))
  const params = { path: { id: user._id } }
  assert.equal(dataOf(await admin.PUT('/api/admin/users/{id}', { params, body: { role: 'admin' } })).role, 'admin')
  assert.ok(dataOf(await admin.GET('/api/admin/users')).some(({ _id }) => _id === user._id))
  dataOf(await admin.DELETE('/api/admin/users/{id}', { params }))
  dataOf(await admin.DELETE('/api/products/{id}', { params: { path: { id: other._id } } }))
}

type CartBody = NonNullable<paths['/api/cart']['post']['requestBody']>['content']['application/json']
type Line = { productId: string; size: string; color: string; quantity: number }
type Takes<Body> = Body extends CartBody ? true : false
/** Whether the documented types allow each case. The constant `typed` below compiles only if the types are as expected. */
type Typed = {
  line: Takes<Line>
  withoutColor: Takes<Omit<Line, 'color'>>
  textAsQuantity: Takes<Omit<Line, 'quantity'> & { quantity: string }>
  otherField: 'colour' extends keyof Product ? true : false
}

async function refusalsAreTyped() {
  const typed: Typed = { line: true, withoutColor: false, textAsQuantity: false, otherField: false }
  assert.ok(typed.line)
  const body = { productId: product._id, size: 'M', quantity: 'two' } as unknown as CartBody
  const wrong = await anonymous.POST('/api/cart', { body })
  assert.equal(wrong.error?.code, 'VALIDATION_FAILED')
  assert.ok(!('colour' in product))

  const line = { productId: product._id, size: 'M', color: 'Red', quantity: 99, userId }
  const { error } = await customer.POST('/api/cart', { body: line })
  assert.ok(error?.code === 'OUT_OF_STOCK' && 'left' in error)
  assert.equal(error.left, 18)
}
