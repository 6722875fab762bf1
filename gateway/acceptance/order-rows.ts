import { get, NOBODY, type Row, signedInOnly, type World } from './authorisation-row.ts'
import { ADDRESS, approvedPayment, buy, checkoutOf, pay, startCheckout } from './people.ts'

let opened = 0
/** A checkout of the owner's, of other lines than the one before: what is paid for is not sold again. */
const openCheckout = async (world: World) => startCheckout(world.owner, world.product, 1 + (opened++ % 2))

const RETURN = { lines: [{ line: 0, quantity: 1 }], reason: 'Too small' }

export const orderRows: readonly Row[] = [
  { call: 'GET /api/orders/my-orders', expect: signedInOnly(200, 200), ask: get('/api/orders/my-orders') },
  {
    call: 'GET /api/orders/:id',
    expect: signedInOnly(200, 404),
    ask: async (world, caller) => caller.get(`/api/orders/${(await buy(world.owner, world.product))._id}`),
    unknown: { by: 'other', path: `/api/orders/${NOBODY}` },
  },
  {
    call: 'POST /api/orders/:id/cancel',
    expect: signedInOnly(200, 404, 404),
    ask: async (world, caller) => caller.post(`/api/orders/${(await buy(world.owner, world.product))._id}/cancel`),
    unknown: { by: 'owner', path: `/api/orders/${NOBODY}/cancel` },
  },
  {
    call: 'PUT /api/orders/:id/address',
    expect: signedInOnly(200, 404),
    ask: async (world, caller) =>
      caller.put(`/api/orders/${(await buy(world.owner, world.product))._id}/address`, ADDRESS),
    unknown: { by: 'owner', path: `/api/orders/${NOBODY}/address`, body: ADDRESS },
  },
  {
    call: 'POST /api/orders/:id/returns',
    expect: signedInOnly(201, 404, 404),
    ask: async (world, caller) =>
      caller.post(`/api/orders/${(await buy(world.owner, world.product))._id}/returns`, RETURN),
    unknown: { by: 'owner', path: `/api/orders/${NOBODY}/returns`, body: RETURN },
  },
  {
    call: 'POST /api/checkout',
    expect: signedInOnly(201, null),
    ask: (world, caller) => caller.post('/api/checkout', checkoutOf(world.product)),
  },
  {
    call: 'POST /api/checkout/:id/payment',
    expect: signedInOnly(200, 404, 404),
    ask: async (world, caller) => caller.post(`/api/checkout/${(await openCheckout(world))._id}/payment`),
    unknown: { by: 'owner', path: `/api/checkout/${NOBODY}/payment` },
  },
  {
    call: 'PUT /api/checkout/pay',
    expect: signedInOnly(200, 404, 404),
    ask: async (world, caller) => {
      const checkout = await openCheckout(world)
      return pay(caller, checkout._id, await approvedPayment(world.owner, checkout._id))
    },
    unknown: { by: 'owner', path: '/api/checkout/pay', body: { checkoutId: NOBODY, paymentStatus: 'paid' } },
  },
  {
    call: 'PUT /api/checkout/:id/pay',
    expect: signedInOnly(200, 404, 404),
    ask: async (world, caller) => {
      const checkout = await openCheckout(world)
      const id = await approvedPayment(world.owner, checkout._id)
      return caller.put(`/api/checkout/${checkout._id}/pay`, { paymentStatus: 'paid', paymentDetails: { id } })
    },
    unknown: { by: 'owner', path: `/api/checkout/${NOBODY}/pay`, body: { paymentStatus: 'paid' } },
  },
  {
    call: 'POST /api/checkout/:id/finalize',
    expect: signedInOnly(200, 404, 404),
    ask: async (world, caller) => {
      const checkout = await openCheckout(world)
      await pay(world.owner, checkout._id, await approvedPayment(world.owner, checkout._id))
      return caller.post(`/api/checkout/${checkout._id}/finalize`)
    },
    unknown: { by: 'owner', path: `/api/checkout/${NOBODY}/finalize` },
  },
]
