import { sampleAddress } from '@shop/language/test-support/sample-address'
import { strongGuestId } from '../../../tests/support/strong-guest-id.ts'
import type { Ask, Call } from './calls.ts'

export type Known = Readonly<{
  products: readonly Readonly<{ _id: string; name: string; price: number }>[]
  admin: string
  buyers: readonly string[]
  /** This customer already has orders. */
  customer: string
  /** A guest with a filled cart. */
  guestId: string
}>

/** `repeat`: the same calls again and again. `next`: a new call each time. `walk`: several calls, which count as one unit of work. */
type Load =
  | Readonly<{ repeat: (known: Known) => readonly Call[] }>
  | Readonly<{ next: (known: Known, n: number) => Call }>
  | Readonly<{ walk: (ask: Ask, known: Known, lane: number) => Promise<void> }>

/** `on: 'server'`: a program that behaves like a log server has the log. */
export type Row = Load & Readonly<{ name: string; says: string; connections: number; on: 'file' | 'server' }>

const SAME = 20
const LINES_A_CART = 5
/** With so many guests, two requests at the same moment are rarely for the same cart. */
const GUESTS = 200
const WORDS = [
  'linen',
  'shirt',
  'denim jacket',
  'wool',
  'coat',
  'striped',
  'trousers',
  'silk scarf',
  'jumper',
  'cotton',
]
const get = (path: string, token?: string): Call => ({ method: 'GET', path, ...(token && { token }) })
const query = (n: number) =>
  `gender=${['Women', 'Men'][n % 2]}&category=${['Top', 'Bottom'][(n >> 1) % 2]}+Wear&color=Red&sortBy=priceAsc&limit=20`
export const lineOf = ({ _id }: { _id: string }) => ({ productId: _id, size: 'M', color: 'Red', quantity: 1 })
const oneOf = <Value>(values: readonly Value[], n: number): Value => values[n % values.length]!

const reading = (name: string, says: string, repeat: (known: Known) => readonly Call[]): Row => ({
  name,
  says,
  repeat,
  connections: 20,
  on: 'file',
})

/** TABLE: the rows of the bench. */
export const rows: readonly Row[] = [
  reading('list', 'a list of 20, filtered and sorted', () =>
    Array.from({ length: SAME }, (_, n) => get(`/api/products?${query(n)}&maxPrice=${100 + n}`)),
  ),
  {
    name: 'question',
    says: 'the same list, each time with another filter',
    next: (_, n) => get(`/api/products?${query(n)}&minPrice=${n % 97}&maxPrice=${100 + n}`),
    connections: 20,
    on: 'file',
  },
  reading('detail', 'one product', ({ products }) => products.map(({ _id }) => get(`/api/products/${_id}`))),
  reading('search', 'a search', () => WORDS.map((word) => get(`/api/products?search=${encodeURIComponent(word)}`))),
  reading('home', 'the home page as HTML', () => [get('/')]),
  reading('admin-orders', "the admin's list of orders", ({ admin }) => [get('/api/admin/orders', admin)]),
  reading('order-history', "a customer's orders", ({ customer }) => [get('/api/orders/my-orders', customer)]),
  reading('cart', 'a cart', ({ guestId }) => [get(`/api/cart?guestId=${guestId}`)]),
  { name: 'add', says: 'add to the cart', next: addOf(), connections: 20, on: 'file' },
  { name: 'order', says: 'guest to order', walk: buy, connections: 10, on: 'file' },
  { name: 'server-add', says: 'add to the cart, log server', next: addOf(), connections: 20, on: 'server' },
  { name: 'server-order', says: 'guest to order, log server', walk: buy, connections: 10, on: 'server' },
]

function addOf() {
  const guests: string[] = []
  return ({ products }: Known, n: number): Call => {
    const [guest, turn] = [n % GUESTS, Math.floor(n / GUESTS)]
    if (turn % LINES_A_CART === 0 || guests[guest] === undefined) guests[guest] = strongGuestId()
    const body = { ...lineOf(oneOf(products, turn)), guestId: guests[guest] }
    return { method: 'POST', path: '/api/cart', body }
  }
}

/** The customers were registered before, because hashing a password is slow. */
export async function buy(ask: Ask, { products, buyers }: Known, lane: number) {
  const [guestId, token] = [strongGuestId(), oneOf(buyers, lane)]
  const product = oneOf(products, Math.floor(Math.random() * products.length))
  const post = (path: string, body: object = {}) => ask({ method: 'POST', path, body, token })
  const line = lineOf(product)
  await ask({ method: 'POST', path: '/api/cart', body: { ...line, guestId } })
  await post('/api/cart/merge', { guestId })
  const { checkout } = await post('/api/checkout', {
    checkoutItems: [{ ...line, name: product.name, image: '', price: product.price }],
    shippingAddress: sampleAddress,
    paymentMethod: 'PayPal',
    totalPrice: product.price,
  })
  const { id } = await post(`/api/checkout/${checkout._id}/payment`)
  await ask({ method: 'POST', path: `/v2/checkout/orders/${id}/approve`, body: {}, at: 'provider' })
  const body = { checkoutId: checkout._id, paymentStatus: 'paid', paymentDetails: { id } }
  await ask({ method: 'PUT', path: '/api/checkout/pay', body, token })
  await post(`/api/checkout/${checkout._id}/finalize`)
}
