import { type Answer, callerAt, type ShopCaller } from './caller.ts'
import {
  ADDRESS,
  approvedPayment,
  buy,
  type Customer,
  checkoutOf,
  customerAt,
  lineOf,
  listProduct,
  PASSWORD,
  pay,
  startCheckout,
} from './people.ts'
import { ADMIN } from './shop.ts'

export const actors = ['anonymous', 'guest', 'owner', 'other', 'admin'] as const
export type Actor = (typeof actors)[number]

export type World = {
  url: string
  product: { _id: string; name: string; price: number }
  people: Record<Actor, ShopCaller>
  owner: Customer
  other: Customer
  admin: ShopCaller & { id: string }
}

type Ask = (world: World, caller: ShopCaller, actor: Actor) => Promise<Answer>
export type Row = {
  /** Method and public path, as in the API table. */
  call: `${'GET' | 'POST' | 'PUT' | 'DELETE'} ${string}`
  /** Status by actor, in the order of `actors`; null where the matrix has no such case. */
  expect: readonly (number | null)[]
  ask: Ask
  /** The same call about something that does not exist, asked by the owner (or the admin, where only they may). */
  unknown?: { by: Actor; path: string; body?: unknown }
}

const get =
  (path: string): Ask =>
  (_, caller) =>
    caller.get(path)

const isSignedIn = (actor: Actor) => actor === 'owner' || actor === 'other' || actor === 'admin'
const signedInOnly = (status: number, other: number | null, admin = status) => [401, 401, status, other, admin]
const adminOnly = (status: number) => [401, 401, 403, 403, status]
const everybody = (status: number) => [status, status, status, null, status]

/** Cart calls name the guest's own cart, or the owner's: then the other customer and the admin ask for another's. */
const cartOwner = (world: World, caller: ShopCaller, actor: Actor) =>
  actor === 'guest' ? { guestId: caller.guestId } : isSignedIn(actor) ? { userId: world.owner.id } : {}

const cartQuery = (world: World, caller: ShopCaller, actor: Actor) =>
  new URLSearchParams(cartOwner(world, caller, actor) as Record<string, string>)

/** The one whose checkout or order is asked about: the admin's matrix row says "own". */
const openCheckout = async (world: World) => startCheckout(world.owner, world.product)
const NOBODY = '00000000-0000-4000-8000-000000000000'

export const publicRows: readonly Row[] = [
  { call: 'GET /api/products', expect: everybody(200), ask: get('/api/products') },
  {
    call: 'GET /api/products/:id',
    expect: everybody(200),
    ask: (world, caller) => caller.get(`/api/products/${world.product._id}`),
    unknown: { by: 'owner', path: `/api/products/${NOBODY}` },
  },
  {
    call: 'GET /api/products/similar/:id',
    expect: everybody(200),
    ask: (world, caller) => caller.get(`/api/products/similar/${world.product._id}`),
    unknown: { by: 'owner', path: `/api/products/similar/${NOBODY}` },
  },
  { call: 'GET /api/products/best-seller', expect: everybody(200), ask: get('/api/products/best-seller') },
  { call: 'GET /api/products/new-arrivals', expect: everybody(200), ask: get('/api/products/new-arrivals') },
  { call: 'GET /api/products/facets', expect: everybody(200), ask: get('/api/products/facets') },
  {
    call: 'GET /api/live',
    expect: everybody(200),
    ask: async ({ url }, { token }) => {
      const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
      const { status, headers: answered, body } = await fetch(`${url}/api/live`, { headers })
      await body?.cancel()
      return { status, headers: answered, body: undefined }
    },
  },
  { call: 'GET /api/config', expect: everybody(200), ask: get('/api/config') },
  { call: 'GET /api/openapi.json', expect: everybody(200), ask: get('/api/openapi.json') },
  {
    call: 'POST /api/users/login',
    expect: everybody(200),
    ask: (_, caller) => caller.post('/api/users/login', ADMIN),
  },
  {
    call: 'POST /api/users/register',
    expect: everybody(201),
    ask: (_, caller) =>
      caller.post('/api/users/register', { name: 'N', email: `${crypto.randomUUID()}@x.test`, password: PASSWORD }),
  },
]

export const cartRows: readonly Row[] = [
  {
    call: 'GET /api/cart',
    expect: [200, 200, 200, 403, 403],
    ask: (world, caller, actor) => caller.get(`/api/cart?${cartQuery(world, caller, actor)}`),
  },
  {
    call: 'POST /api/cart',
    expect: [400, 200, 200, 403, 403],
    ask: (world, caller, actor) =>
      caller.post('/api/cart', { ...lineOf(world.product), ...cartOwner(world, caller, actor) }),
  },
  {
    call: 'PUT /api/cart',
    expect: [400, 200, 200, 403, 403],
    ask: (world, caller, actor) =>
      caller.put('/api/cart', { ...lineOf(world.product), ...cartOwner(world, caller, actor) }),
  },
  {
    call: 'DELETE /api/cart',
    expect: [400, 200, 200, 403, 403],
    ask: (world, caller, actor) =>
      caller.delete('/api/cart', { ...lineOf(world.product), ...cartOwner(world, caller, actor) }),
  },
  {
    call: 'POST /api/cart/merge',
    expect: signedInOnly(200, 200),
    ask: (world, caller) => caller.post('/api/cart/merge', { guestId: world.people.guest.guestId }),
  },
]

export const orderRows: readonly Row[] = [
  { call: 'GET /api/orders/my-orders', expect: signedInOnly(200, 200), ask: get('/api/orders/my-orders') },
  {
    call: 'GET /api/orders/:id',
    expect: signedInOnly(200, 404),
    ask: async (world, caller) => caller.get(`/api/orders/${(await buy(world.owner, world.product))._id}`),
    unknown: { by: 'other', path: `/api/orders/${NOBODY}` },
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

const someProduct = (world: World) => listProduct(world.admin)
const change = { price: 26 }
const someUser = async (world: World) => (await customerAt(world.url)).id

export const adminRows: readonly Row[] = [
  {
    call: 'PUT /api/products/:id',
    expect: adminOnly(200),
    ask: async (world, caller) => caller.put(`/api/products/${(await someProduct(world))._id}`, change),
    unknown: { by: 'admin', path: `/api/products/${NOBODY}`, body: change },
  },
  {
    call: 'DELETE /api/products/:id',
    expect: adminOnly(200),
    ask: async (world, caller) => caller.delete(`/api/products/${(await someProduct(world))._id}`),
    unknown: { by: 'admin', path: `/api/products/${NOBODY}` },
  },
  { call: 'GET /api/admin/products', expect: adminOnly(200), ask: get('/api/admin/products') },
  {
    call: 'POST /api/admin/products',
    expect: adminOnly(201),
    ask: (_, caller) => caller.post('/api/admin/products', { name: 'Plain Tee', price: 12.5 }),
  },
  {
    call: 'PUT /api/admin/products/:id',
    expect: adminOnly(200),
    ask: async (world, caller) => caller.put(`/api/admin/products/${(await someProduct(world))._id}`, change),
    unknown: { by: 'admin', path: `/api/admin/products/${NOBODY}`, body: change },
  },
  {
    call: 'POST /api/admin/products/:id/restore',
    expect: adminOnly(200),
    ask: async (world, caller) => {
      const { _id } = await someProduct(world)
      await world.admin.delete(`/api/products/${_id}`)
      return caller.post(`/api/admin/products/${_id}/restore`)
    },
    unknown: { by: 'admin', path: `/api/admin/products/${NOBODY}/restore` },
  },
  { call: 'GET /api/admin/orders', expect: adminOnly(200), ask: get('/api/admin/orders') },
  {
    call: 'PUT /api/admin/orders/:id',
    expect: adminOnly(200),
    ask: async (world, caller) =>
      caller.put(`/api/admin/orders/${(await buy(world.owner, world.product))._id}`, { status: 'Shipped' }),
    unknown: { by: 'admin', path: `/api/admin/orders/${NOBODY}`, body: { status: 'Shipped' } },
  },
  {
    call: 'DELETE /api/admin/orders/:id',
    expect: adminOnly(200),
    ask: async (world, caller) => caller.delete(`/api/admin/orders/${(await buy(world.owner, world.product))._id}`),
    unknown: { by: 'admin', path: `/api/admin/orders/${NOBODY}` },
  },
  {
    call: 'POST /api/admin/orders/:id/restore',
    expect: adminOnly(200),
    ask: async (world, caller) => {
      const { _id } = await buy(world.owner, world.product)
      await world.admin.delete(`/api/admin/orders/${_id}`)
      return caller.post(`/api/admin/orders/${_id}/restore`)
    },
    unknown: { by: 'admin', path: `/api/admin/orders/${NOBODY}/restore` },
  },
  { call: 'GET /api/admin/users', expect: adminOnly(200), ask: get('/api/admin/users') },
  {
    call: 'POST /api/admin/users',
    expect: adminOnly(201),
    ask: (_, caller) =>
      caller.post('/api/admin/users', { name: 'New', email: `${crypto.randomUUID()}@x.test`, password: PASSWORD }),
  },
  {
    call: 'PUT /api/admin/users/:id',
    expect: adminOnly(200),
    ask: async (world, caller) => caller.put(`/api/admin/users/${await someUser(world)}`, { name: 'Other Name' }),
    unknown: { by: 'admin', path: `/api/admin/users/${NOBODY}`, body: { name: 'X' } },
  },
  {
    call: 'DELETE /api/admin/users/:id',
    expect: adminOnly(200),
    ask: async (world, caller) => caller.delete(`/api/admin/users/${await someUser(world)}`),
    unknown: { by: 'admin', path: `/api/admin/users/${NOBODY}` },
  },
  { call: 'GET /api/admin/dashboard', expect: adminOnly(200), ask: get('/api/admin/dashboard') },
  {
    call: 'GET /api/admin/orders/:id/history',
    expect: adminOnly(200),
    ask: async (world, caller) =>
      caller.get(`/api/admin/orders/${(await buy(world.owner, world.product))._id}/history`),
    unknown: { by: 'admin', path: `/api/admin/orders/${NOBODY}/history` },
  },
]

/** A picture of one red pixel, as small as a PNG gets. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

export const uploadRows: readonly Row[] = [
  {
    call: 'POST /api/upload',
    expect: everybody(200),
    ask: (_, caller) => {
      const form = new FormData()
      form.append('image', new Blob([PIXEL], { type: 'image/png' }), 'pixel.png')
      return caller.send('POST', '/api/upload', { raw: form })
    },
  },
]

export const matrix: readonly Row[] = [...publicRows, ...cartRows, ...orderRows, ...adminRows, ...uploadRows]

export const anonymousAt = (url: string) => callerAt(url)
export { ADDRESS }
