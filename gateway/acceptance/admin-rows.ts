import { adminOnly, get, NOBODY, on, type Row, type World } from './authorisation-row.ts'
import { buy, customerAt, listProduct, PASSWORD } from './people.ts'

const someProduct = (world: World) => listProduct(world.admin)
const change = { price: 26 }
const note = { text: 'Rang twice' }
const someUser = (world: World) => customerAt(world.url)
const someOrder = (world: World) => buy(world.owner, world.product)

export const adminRows: readonly Row[] = [
  {
    call: 'PUT /api/products/:id',
    expect: adminOnly(200),
    ...on(someProduct, ({ _id }, caller) => caller.put(`/api/products/${_id}`, change)),
    unknown: { by: 'admin', path: `/api/products/${NOBODY}`, body: change },
  },
  {
    call: 'DELETE /api/products/:id',
    expect: adminOnly(200),
    ...on(someProduct, ({ _id }, caller) => caller.delete(`/api/products/${_id}`)),
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
    ...on(someProduct, ({ _id }, caller) => caller.put(`/api/admin/products/${_id}`, change)),
    unknown: { by: 'admin', path: `/api/admin/products/${NOBODY}`, body: change },
  },
  {
    call: 'DELETE /api/admin/products/:id',
    expect: adminOnly(200),
    ...on(someProduct, ({ _id }, caller) => caller.delete(`/api/admin/products/${_id}`)),
    unknown: { by: 'admin', path: `/api/admin/products/${NOBODY}` },
  },
  {
    call: 'GET /api/admin/products/:id/stock',
    expect: adminOnly(200),
    ...on(someProduct, ({ _id }, caller) => caller.get(`/api/admin/products/${_id}/stock`)),
    unknown: { by: 'admin', path: `/api/admin/products/${NOBODY}/stock` },
  },
  {
    call: 'POST /api/admin/products/:id/stock/receipts',
    expect: adminOnly(201),
    ...on(someProduct, ({ _id }, caller) => caller.post(`/api/admin/products/${_id}/stock/receipts`, { quantity: 1 })),
    unknown: { by: 'admin', path: `/api/admin/products/${NOBODY}/stock/receipts`, body: { quantity: 1 } },
  },
  {
    call: 'POST /api/admin/products/:id/restore',
    expect: adminOnly(200),
    ...on(
      async (world) => {
        const { _id } = await someProduct(world)
        await world.admin.delete(`/api/products/${_id}`)
        return _id
      },
      (id, caller) => caller.post(`/api/admin/products/${id}/restore`),
    ),
    unknown: { by: 'admin', path: `/api/admin/products/${NOBODY}/restore` },
  },
  { call: 'GET /api/admin/orders', expect: adminOnly(200), ask: get('/api/admin/orders') },
  {
    call: 'PUT /api/admin/orders/:id',
    expect: adminOnly(200),
    ...on(someOrder, ({ _id }, caller) => caller.put(`/api/admin/orders/${_id}`, { status: 'Shipped' })),
    unknown: { by: 'admin', path: `/api/admin/orders/${NOBODY}`, body: { status: 'Shipped' } },
  },
  {
    call: 'DELETE /api/admin/orders/:id',
    expect: adminOnly(200),
    ...on(someOrder, ({ _id }, caller) => caller.delete(`/api/admin/orders/${_id}`)),
    unknown: { by: 'admin', path: `/api/admin/orders/${NOBODY}` },
  },
  {
    call: 'POST /api/admin/orders/:id/restore',
    expect: adminOnly(200),
    ...on(
      async (world) => {
        const { _id } = await someOrder(world)
        await world.admin.delete(`/api/admin/orders/${_id}`)
        return _id
      },
      (id, caller) => caller.post(`/api/admin/orders/${id}/restore`),
    ),
    unknown: { by: 'admin', path: `/api/admin/orders/${NOBODY}/restore` },
  },
  {
    call: 'POST /api/admin/orders/:id/refunds',
    expect: adminOnly(201),
    ...on(someOrder, ({ _id }, caller) =>
      caller.post(`/api/admin/orders/${_id}/refunds`, {
        reason: 'A hole in it',
      }),
    ),
    unknown: { by: 'admin', path: `/api/admin/orders/${NOBODY}/refunds`, body: { reason: 'A hole in it' } },
  },
  {
    call: 'POST /api/admin/orders/:id/refund-case/close',
    expect: adminOnly(200),
    ...on(
      async (world) => {
        const path = `/api/admin/orders/${(await someOrder(world))._id}`
        await world.admin.put(path, { status: 'Cancelled' })
        return path
      },
      (path, caller) => caller.post(`${path}/refund-case/close`, { reason: 'Paid back in cash' }),
    ),
    unknown: { by: 'admin', path: `/api/admin/orders/${NOBODY}/refund-case/close`, body: { reason: 'Paid in cash' } },
  },
  {
    call: 'PUT /api/admin/orders/:id/returns/:returnId',
    expect: adminOnly(200),
    ...on(
      async (world) => {
        const { _id } = await someOrder(world)
        const lines = [{ line: 0, quantity: 1 }]
        const { body } = await world.owner.post(`/api/orders/${_id}/returns`, { lines, reason: 'Too small' })
        return `/api/admin/orders/${_id}/returns/${body.return._id}`
      },
      (path, caller) => caller.put(path, { lines: [{ line: 0, quantity: 1, restocked: 1 }] }),
    ),
    unknown: { by: 'admin', path: `/api/admin/orders/${NOBODY}/returns/${NOBODY}`, body: { lines: [] } },
  },
  { call: 'GET /api/admin/outbox', expect: adminOnly(200), ask: get('/api/admin/outbox') },
  { call: 'GET /api/admin/cases', expect: adminOnly(200), ask: get('/api/admin/cases') },
  { call: 'GET /api/admin/cases/:id', expect: adminOnly(404), ask: get(`/api/admin/cases/${NOBODY}`) },
  { call: 'GET /api/admin/cases/:id/history', expect: adminOnly(404), ask: get(`/api/admin/cases/${NOBODY}/history`) },
  // The shop of this test has no case: its provider refuses nothing.
  ...['retry', 'refund', 'close'].map(
    (act): Row => ({
      call: `POST /api/admin/cases/:id/${act}`,
      expect: adminOnly(404),
      ask: (_, caller) => caller.post(`/api/admin/cases/${NOBODY}/${act}`, { reason: 'Paid back by bank transfer' }),
    }),
  ),
  { call: 'GET /api/admin/users', expect: adminOnly(200), ask: get('/api/admin/users') },
  {
    call: 'POST /api/admin/users',
    expect: adminOnly(201),
    ask: (_, caller) =>
      caller.post('/api/admin/users', { name: 'New', email: `${crypto.randomUUID()}@x.test`, password: PASSWORD }),
  },
  {
    call: 'GET /api/admin/users/:id',
    expect: adminOnly(200),
    ...on(someUser, ({ id }, caller) => caller.get(`/api/admin/users/${id}`)),
    unknown: { by: 'admin', path: `/api/admin/users/${NOBODY}` },
  },
  {
    call: 'POST /api/admin/users/:id/notes',
    expect: adminOnly(201),
    ...on(someUser, ({ id }, caller) => caller.post(`/api/admin/users/${id}/notes`, note)),
    unknown: { by: 'admin', path: `/api/admin/users/${NOBODY}/notes`, body: note },
  },
  {
    call: 'POST /api/admin/orders/:id/notes',
    expect: adminOnly(201),
    ...on(someOrder, ({ _id }, caller) => caller.post(`/api/admin/orders/${_id}/notes`, note)),
    unknown: { by: 'admin', path: `/api/admin/orders/${NOBODY}/notes`, body: note },
  },
  {
    call: 'PUT /api/admin/users/:id',
    expect: adminOnly(200),
    ...on(someUser, ({ id }, caller) => caller.put(`/api/admin/users/${id}`, { name: 'Other Name' })),
    unknown: { by: 'admin', path: `/api/admin/users/${NOBODY}`, body: { name: 'X' } },
  },
  {
    call: 'DELETE /api/admin/users/:id',
    expect: adminOnly(200),
    ...on(someUser, ({ id }, caller) => caller.delete(`/api/admin/users/${id}`)),
    unknown: { by: 'admin', path: `/api/admin/users/${NOBODY}` },
  },
  {
    call: 'DELETE /api/admin/users/:id/sessions',
    expect: adminOnly(200),
    ...on(someUser, ({ id }, caller) => caller.delete(`/api/admin/users/${id}/sessions`)),
    unknown: { by: 'admin', path: `/api/admin/users/${NOBODY}/sessions` },
  },
  { call: 'GET /api/admin/read-models', expect: adminOnly(200), ask: get('/api/admin/read-models') },
  { call: 'GET /api/admin/dashboard', expect: adminOnly(200), ask: get('/api/admin/dashboard') },
  {
    call: 'GET /api/admin/orders/:id/history',
    expect: adminOnly(200),
    ...on(someOrder, ({ _id }, caller) => caller.get(`/api/admin/orders/${_id}/history`)),
    unknown: { by: 'admin', path: `/api/admin/orders/${NOBODY}/history` },
  },
  {
    call: 'GET /api/admin/orders/:id/neighbours',
    expect: adminOnly(200),
    ...on(someOrder, ({ _id }, caller) => caller.get(`/api/admin/orders/${_id}/neighbours`)),
    unknown: { by: 'admin', path: `/api/admin/orders/${NOBODY}/neighbours` },
  },
]
