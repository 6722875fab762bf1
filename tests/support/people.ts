import { randomUUID } from 'node:crypto'
import { testPasswords } from '@shop/language/test-support/test-passwords'
import { type Answer, callerAt, type ShopCaller } from './caller.ts'
import { ADMIN } from './shop.ts'
import { strongGuestId } from './strong-guest-id.ts'
import { keyed, needed } from './tried.ts'

export const PASSWORD: string = testPasswords.customer
export const ADDRESS = {
  firstName: 'Ada',
  lastName: 'Weaver',
  address: '1 Loom Lane',
  city: 'Ghent',
  postalCode: '9000',
  country: 'Belgium',
  phone: '+32 1',
}

export const guestAt = (url: string) => callerAt(url, { guestId: strongGuestId() })

export async function adminAt(url: string): Promise<ShopCaller> {
  const { token } = await needed(() => callerAt(url).post('/api/users/login', ADMIN))
  return callerAt(url, { token })
}

export type Customer = ShopCaller & { id: string; email: string }

export async function customerAt(url: string, name = 'Ada Weaver'): Promise<Customer> {
  const email = `${randomUUID()}@x.test`
  const key = keyed()
  const { token, user } = await needed(() =>
    callerAt(url).post('/api/users/register', { name, email, password: PASSWORD }, key),
  )
  return { ...callerAt(url, { token }), id: user._id, email }
}

/** A customer whom the admin has made an analyst. */
export async function analystAt(url: string, admin: ShopCaller): Promise<Customer> {
  const person = await customerAt(url, 'Noor Haddad')
  await needed(() => admin.put(`/api/admin/users/${person.id}`, { role: 'analyst' }))
  return person
}

/** Lists a product in two sizes and two colors. */
export async function listProduct(admin: ShopCaller, changes: Record<string, unknown> = {}) {
  const product = {
    name: 'Test Shirt',
    description: 'A shirt for tests.',
    price: 25,
    countInStock: 10,
    sku: `T-${randomUUID()}`,
    category: 'Top Wear',
    brand: 'Ondine',
    material: 'Cotton',
    gender: 'Men',
    collections: 'Tests',
    sizes: ['S', 'M'],
    colors: ['Red', 'Blue'],
    images: [{ url: 'https://example.com/shirt.png', altText: 'A shirt' }],
    ...changes,
  }
  const key = keyed()
  return needed(() => admin.post('/api/admin/products', product, key))
}

type Product = { _id: string; name: string; price: number }

export const lineOf = (product: Product, quantity = 1) => ({
  productId: product._id,
  size: 'M',
  color: 'Red',
  quantity,
})

export function uploadAs(
  anonymous: ShopCaller,
  picture: Buffer,
  { name = 'picture.png', headers = {} }: { name?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const raw = new FormData()
  raw.append('image', new Blob([new Uint8Array(picture)]), name)
  return anonymous.send('POST', '/api/upload', { raw, headers })
}

/** The body of POST /api/checkout as the documented client sends it. */
export const checkoutOf = (product: Product, quantity = 1, shippingAddress: object = ADDRESS) => ({
  checkoutItems: [{ ...lineOf(product, quantity), name: product.name, image: '', price: product.price }],
  shippingAddress,
  paymentMethod: 'PayPal',
  totalPrice: product.price * quantity,
})

/** Optional details of a checkout. */
type More = [quantity?: number, shippingAddress?: object]

/**
 * Starts a checkout. If the customer has paid an earlier checkout that is not an order yet, the shop places this order first and refuses
 * the new checkout (decisions S6). Then the checkout is started a second time.
 */
export async function startCheckout(customer: ShopCaller, product: Product, ...more: More) {
  const start = () => customer.post('/api/checkout', checkoutOf(product, ...more))
  const first = await start()
  const answer = first.body?.orderId ? await start() : first
  return answer.body.checkout as { _id: string; totalPrice: number; expiresAt: string }
}

/** Approves a payment at the provider as a buyer does, but without a browser. */
export const approve = (anonymous: ShopCaller, providerOrderId: string) =>
  anonymous.post(`/simulator/paypal/v2/checkout/orders/${providerOrderId}/approve`)

/** Creates the provider's order and approves it. Returns its id. */
export async function approvedPayment(customer: ShopCaller, checkoutId: string): Promise<string> {
  const { body } = await customer.post(`/api/checkout/${checkoutId}/payment`)
  await approve(customer, body.id)
  return body.id
}

export const pay = (customer: ShopCaller, checkoutId: string, providerOrderId: string): Promise<Answer> =>
  customer.put('/api/checkout/pay', { checkoutId, paymentStatus: 'paid', paymentDetails: { id: providerOrderId } })

/** Checks out, pays and finalizes. Returns the placed order. */
export async function buy(customer: ShopCaller, product: Product, ...more: More) {
  const checkout = await startCheckout(customer, product, ...more)
  const providerOrderId = await approvedPayment(customer, checkout._id)
  await pay(customer, checkout._id, providerOrderId)
  const { body } = await customer.post(`/api/checkout/${checkout._id}/finalize`)
  return body as { _id: string; version: number; status: string; totalPrice: number }
}
