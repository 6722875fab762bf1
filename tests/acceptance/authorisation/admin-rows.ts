import { customerAt, listProduct, PASSWORD, startCheckout } from '../../support/people.ts'
import { get, on, type Row, UNKNOWN_ID, type World } from './authorisation-row.ts'

const someProduct = (world: World) => listProduct(world.admin)
const change = { price: 26 }
const note = { text: 'Rang twice' }
const someUser = (world: World) => customerAt(world.url)

export const adminRows: readonly Row[] = [
  {
    call: 'PUT /api/products/{id}',
    ...on(someProduct, ({ _id }, caller) => caller.put(`/api/products/${_id}`, change)),
    unknown: { by: 'admin', path: `/api/products/${UNKNOWN_ID}`, body: change },
  },
  {
    call: 'DELETE /api/products/{id}',
    ...on(someProduct, ({ _id }, caller) => caller.delete(`/api/products/${_id}`)),
    unknown: { by: 'admin', path: `/api/products/${UNKNOWN_ID}` },
  },
  { call: 'GET /api/admin/products', ask: get('/api/admin/products') },
  {
    call: 'POST /api/admin/products',
    ask: (_, caller) => caller.post('/api/admin/products', { name: 'Plain Tee', price: 12.5 }),
  },
  {
    call: 'PUT /api/admin/products/{id}',
    ...on(someProduct, ({ _id }, caller) => caller.put(`/api/admin/products/${_id}`, change)),
    unknown: { by: 'admin', path: `/api/admin/products/${UNKNOWN_ID}`, body: change },
  },
  {
    call: 'DELETE /api/admin/products/{id}',
    ...on(someProduct, ({ _id }, caller) => caller.delete(`/api/admin/products/${_id}`)),
    unknown: { by: 'admin', path: `/api/admin/products/${UNKNOWN_ID}` },
  },
  {
    call: 'GET /api/admin/products/{id}/stock',
    ...on(someProduct, ({ _id }, caller) => caller.get(`/api/admin/products/${_id}/stock`)),
    unknown: { by: 'admin', path: `/api/admin/products/${UNKNOWN_ID}/stock` },
  },
  {
    call: 'GET /api/admin/products/{id}/history',
    ...on(someProduct, ({ _id }, caller) => caller.get(`/api/admin/products/${_id}/history`)),
    unknown: { by: 'admin', path: `/api/admin/products/${UNKNOWN_ID}/history` },
  },
  {
    call: 'POST /api/admin/products/{id}/stock/receipts',
    ...on(someProduct, ({ _id }, caller) => caller.post(`/api/admin/products/${_id}/stock/receipts`, { quantity: 1 })),
    unknown: { by: 'admin', path: `/api/admin/products/${UNKNOWN_ID}/stock/receipts`, body: { quantity: 1 } },
  },
  {
    call: 'POST /api/admin/products/{id}/restore',
    ...on(
      async (world) => {
        const { _id } = await someProduct(world)
        await world.admin.delete(`/api/products/${_id}`)
        return _id
      },
      (id, caller) => caller.post(`/api/admin/products/${id}/restore`),
    ),
    unknown: { by: 'admin', path: `/api/admin/products/${UNKNOWN_ID}/restore` },
  },
  { call: 'GET /api/admin/holds', ask: get('/api/admin/holds') },
  {
    call: 'POST /api/admin/holds/{id}/release',
    ...on(
      async (world) => startCheckout(await customerAt(world.url), await someProduct(world)),
      ({ _id }, caller) => caller.post(`/api/admin/holds/${_id}/release`, {}),
    ),
    unknown: { by: 'admin', path: `/api/admin/holds/${UNKNOWN_ID}/release`, body: {} },
  },
  { call: 'GET /api/admin/deleted', ask: get('/api/admin/deleted') },
  {
    call: 'POST /api/admin/correspondents/erase',
    ask: (_, caller) => caller.post('/api/admin/correspondents/erase', { email: 'nobody@x.test' }),
  },
  { call: 'GET /api/admin/outbox', ask: get('/api/admin/outbox') },
  { call: 'GET /api/admin/cases', ask: get('/api/admin/cases') },
  { call: 'GET /api/admin/cases/{id}', answered: 404, ask: get(`/api/admin/cases/${UNKNOWN_ID}`) },
  {
    call: 'GET /api/admin/cases/{id}/history',
    answered: 404,
    ask: get(`/api/admin/cases/${UNKNOWN_ID}/history`),
  },
  // The shop of this test has no case, because its provider refuses nothing.
  ...['retry', 'refund', 'close'].map(
    (act): Row => ({
      call: `POST /api/admin/cases/{id}/${act}`,
      answered: 404,
      ask: (_, caller) =>
        caller.post(`/api/admin/cases/${UNKNOWN_ID}/${act}`, { reason: 'Paid back by bank transfer' }),
    }),
  ),
  { call: 'GET /api/admin/users', ask: get('/api/admin/users') },
  {
    call: 'POST /api/admin/users',
    ask: (_, caller) =>
      caller.post('/api/admin/users', { name: 'New', email: `${crypto.randomUUID()}@x.test`, password: PASSWORD }),
  },
  {
    call: 'GET /api/admin/users/{id}',
    ...on(someUser, ({ id }, caller) => caller.get(`/api/admin/users/${id}`)),
    unknown: { by: 'admin', path: `/api/admin/users/${UNKNOWN_ID}` },
  },
  {
    call: 'POST /api/admin/users/{id}/notes',
    ...on(someUser, ({ id }, caller) => caller.post(`/api/admin/users/${id}/notes`, note)),
    unknown: { by: 'admin', path: `/api/admin/users/${UNKNOWN_ID}/notes`, body: note },
  },
  {
    call: 'PUT /api/admin/users/{id}',
    ...on(someUser, ({ id }, caller) => caller.put(`/api/admin/users/${id}`, { name: 'Other Name' })),
    unknown: { by: 'admin', path: `/api/admin/users/${UNKNOWN_ID}`, body: { name: 'X' } },
  },
  {
    call: 'DELETE /api/admin/users/{id}',
    ...on(someUser, ({ id }, caller) => caller.delete(`/api/admin/users/${id}`)),
    unknown: { by: 'admin', path: `/api/admin/users/${UNKNOWN_ID}` },
  },
  {
    call: 'DELETE /api/admin/users/{id}/sessions',
    ...on(someUser, ({ id }, caller) => caller.delete(`/api/admin/users/${id}/sessions`)),
    unknown: { by: 'admin', path: `/api/admin/users/${UNKNOWN_ID}/sessions` },
  },
  { call: 'GET /api/admin/consistency', ask: get('/api/admin/consistency') },
  { call: 'GET /api/admin/read-models', ask: get('/api/admin/read-models') },
  { call: 'GET /api/admin/dashboard', ask: get('/api/admin/dashboard') },
]
