import { ADDRESS, approvedPayment, buy, checkoutOf, pay, startCheckout } from '../../support/people.ts'
import { get, on, type Row, UNKNOWN_ID, type World } from './authorisation-row.ts'

let opened = 0
/**
 * Opens a checkout of the owner. Consecutive checkouts have different quantities: if a checkout with the same pieces is already paid, the
 * shop does not sell the pieces again.
 */
const openCheckout = async (world: World) => startCheckout(world.owner, world.product, 1 + (opened++ % 2))

const approvedCheckout = async (world: World) => {
  const { _id } = await openCheckout(world)
  return { _id, paymentId: await approvedPayment(world.owner, _id) }
}
const paidCheckout = async (world: World) => {
  const { _id, paymentId } = await approvedCheckout(world)
  await pay(world.owner, _id, paymentId)
  return { _id }
}
const someOrder = (world: World) => buy(world.owner, world.product)

/** An order that is shipped, because only shipped pieces can be returned. */
const shippedOrder = async (world: World) => {
  const { _id } = await someOrder(world)
  await world.admin.put(`/api/admin/orders/${_id}`, { status: 'Shipped' })
  return { _id }
}

const RETURN = { lines: [{ line: 0, quantity: 1 }], reason: 'Too small' }

export const orderRows: readonly Row[] = [
  { call: 'GET /api/orders/my-orders', ask: get('/api/orders/my-orders') },
  {
    call: 'GET /api/orders/{id}',
    ...on(someOrder, ({ _id }, caller) => caller.get(`/api/orders/${_id}`)),
    unknown: { by: 'other', path: `/api/orders/${UNKNOWN_ID}` },
  },
  {
    call: 'POST /api/orders/{id}/cancel',
    ...on(someOrder, ({ _id }, caller) => caller.post(`/api/orders/${_id}/cancel`)),
    unknown: { by: 'owner', path: `/api/orders/${UNKNOWN_ID}/cancel` },
  },
  {
    call: 'PUT /api/orders/{id}/address',
    ...on(someOrder, ({ _id }, caller) => caller.put(`/api/orders/${_id}/address`, ADDRESS)),
    unknown: { by: 'owner', path: `/api/orders/${UNKNOWN_ID}/address`, body: ADDRESS },
  },
  {
    call: 'POST /api/orders/{id}/returns',
    ...on(shippedOrder, ({ _id }, caller) => caller.post(`/api/orders/${_id}/returns`, RETURN)),
    unknown: { by: 'owner', path: `/api/orders/${UNKNOWN_ID}/returns`, body: RETURN },
  },
  {
    call: 'POST /api/checkout',
    ask: (world, caller) => caller.post('/api/checkout', checkoutOf(world.product)),
  },
  {
    call: 'GET /api/checkout/{id}',
    ...on(openCheckout, ({ _id }, caller) => caller.get(`/api/checkout/${_id}`)),
    unknown: { by: 'owner', path: `/api/checkout/${UNKNOWN_ID}` },
  },
  {
    call: 'POST /api/checkout/{id}/payment',
    ...on(openCheckout, ({ _id }, caller) => caller.post(`/api/checkout/${_id}/payment`)),
    unknown: { by: 'owner', path: `/api/checkout/${UNKNOWN_ID}/payment` },
  },
  {
    call: 'PUT /api/checkout/pay',
    ...on(approvedCheckout, ({ _id, paymentId }, caller) => pay(caller, _id, paymentId)),
    unknown: { by: 'owner', path: '/api/checkout/pay', body: { checkoutId: UNKNOWN_ID, paymentStatus: 'paid' } },
  },
  {
    call: 'PUT /api/checkout/{id}/pay',
    ...on(approvedCheckout, ({ _id, paymentId }, caller) =>
      caller.put(`/api/checkout/${_id}/pay`, { paymentStatus: 'paid', paymentDetails: { id: paymentId } }),
    ),
    unknown: { by: 'owner', path: `/api/checkout/${UNKNOWN_ID}/pay`, body: { paymentStatus: 'paid' } },
  },
  {
    call: 'POST /api/checkout/{id}/cancel',
    ...on(openCheckout, ({ _id }, caller) => caller.post(`/api/checkout/${_id}/cancel`)),
    unknown: { by: 'owner', path: `/api/checkout/${UNKNOWN_ID}/cancel` },
  },
  {
    call: 'POST /api/checkout/{id}/finalize',
    ...on(paidCheckout, ({ _id }, caller) => caller.post(`/api/checkout/${_id}/finalize`)),
    unknown: { by: 'owner', path: `/api/checkout/${UNKNOWN_ID}/finalize` },
  },
]
