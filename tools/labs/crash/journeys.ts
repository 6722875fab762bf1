import { oneOf, type Random } from '@shop/language/values/random-from'
import type { Sender } from './send.ts'

export type Shelf = readonly Readonly<{ _id: string; name: string; price: number }>[]

const ADDRESS = { firstName: 'Ada', lastName: 'Weaver', address: '1 Loom Lane', city: 'Ghent' }
const WHERE = { postalCode: '9000', country: 'Belgium', phone: '+32 1' }
const STATUSES = ['Processing', 'Shipped', 'Delivered', 'Cancelled'] as const
const COUNTS = [0, 5, 40]

const lineOf = ({ _id }: { _id: string }, quantity: number) => ({ productId: _id, size: 'M', color: 'Red', quantity })

export async function fillsACart({ send }: Sender, random: Random, shelf: Shelf, guestId: string) {
  const product = oneOf(random, shelf)
  const path = '/api/cart'
  for (let pieces = 1 + Math.floor(random() * 3); pieces > 0; pieces--)
    await send({ act: 'add', method: 'POST', path, body: { ...lineOf(product, 1), guestId } })
  if (random() < 0.5) {
    const body = { ...lineOf(product, Math.floor(random() * 4)), guestId }
    await send({ act: 'change quantity', method: 'PUT', path, body })
  }
}

/** A customer buys, but can stop at any step. */
export async function buys({ send, atProvider }: Sender, random: Random, shelf: Shelf, token: string) {
  const product = oneOf(random, shelf)
  const quantity = 1 + Math.floor(random() * 2)
  const line = lineOf(product, quantity)
  const added = await send({ act: 'add', method: 'POST', path: '/api/cart', body: line }, token)
  if (added.status !== 200) return
  const checkoutItems = [{ ...line, name: product.name, image: '', price: product.price }]
  const totalPrice = product.price * quantity
  const body = { checkoutItems, shippingAddress: { ...ADDRESS, ...WHERE }, paymentMethod: 'PayPal', totalPrice }
  const started = await send({ act: 'start checkout', method: 'POST', path: '/api/checkout', body }, token)
  if (started.status !== 201) return
  const checkoutId: string = started.body.checkout._id
  const begun = await send(
    { act: 'begin payment', method: 'POST', path: `/api/checkout/${checkoutId}/payment`, body: {} },
    token,
  )
  if (begun.status !== 200 || random() < 0.1) return
  await atProvider(`/v2/checkout/orders/${begun.body.id}/approve`)
  if (random() < 0.15) return
  const payment = { paymentStatus: 'paid', paymentDetails: { id: begun.body.id } }
  const paid = await send({ act: 'pay', method: 'PUT', path: `/api/checkout/${checkoutId}/pay`, body: payment }, token)
  if (paid.status !== 200 || random() < 0.15) return
  await send({ act: 'finalize', method: 'POST', path: `/api/checkout/${checkoutId}/finalize`, body: {} }, token)
}

export async function administers(
  { send }: Sender,
  random: Random,
  shelf: Shelf,
  orders: readonly string[],
  token: string,
) {
  if (orders.length === 0 || random() < 0.5) {
    const path = `/api/admin/products/${oneOf(random, shelf)._id}`
    await send({ act: 'count stock', method: 'PUT', path, body: { countInStock: oneOf(random, COUNTS) } }, token)
    return
  }
  const path = `/api/admin/orders/${oneOf(random, orders)}`
  await send({ act: 'change status', method: 'PUT', path, body: { status: oneOf(random, STATUSES) } }, token)
}
