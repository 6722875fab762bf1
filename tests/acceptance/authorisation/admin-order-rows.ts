import { buy } from '../../support/people.ts'
import { get, on, type Row, UNKNOWN_ID, type World } from './authorisation-row.ts'

const note = { text: 'Rang twice' }
const someOrder = (world: World) => buy(world.owner, world.product)

export const adminOrderRows: readonly Row[] = [
  { call: 'GET /api/admin/orders', ask: get('/api/admin/orders') },
  { call: 'GET /api/admin/orders/count', ask: get('/api/admin/orders/count') },
  {
    call: 'PUT /api/admin/orders/{id}',
    ...on(someOrder, ({ _id }, caller) => caller.put(`/api/admin/orders/${_id}`, { status: 'Shipped' })),
    unknown: { by: 'admin', path: `/api/admin/orders/${UNKNOWN_ID}`, body: { status: 'Shipped' } },
  },
  {
    call: 'POST /api/admin/orders/bulk',
    ...on(someOrder, ({ _id }, caller) =>
      caller.post('/api/admin/orders/bulk', { orders: [{ _id }], status: 'Shipped' }),
    ),
  },
  {
    call: 'DELETE /api/admin/orders/{id}',
    ...on(someOrder, ({ _id }, caller) => caller.delete(`/api/admin/orders/${_id}`)),
    unknown: { by: 'admin', path: `/api/admin/orders/${UNKNOWN_ID}` },
  },
  {
    call: 'POST /api/admin/orders/{id}/restore',
    ...on(
      async (world) => {
        const { _id } = await someOrder(world)
        await world.admin.delete(`/api/admin/orders/${_id}`)
        return _id
      },
      (id, caller) => caller.post(`/api/admin/orders/${id}/restore`),
    ),
    unknown: { by: 'admin', path: `/api/admin/orders/${UNKNOWN_ID}/restore` },
  },
  {
    call: 'POST /api/admin/orders/{id}/refunds',
    ...on(someOrder, ({ _id }, caller) =>
      caller.post(`/api/admin/orders/${_id}/refunds`, {
        reason: 'A hole in it',
      }),
    ),
    unknown: { by: 'admin', path: `/api/admin/orders/${UNKNOWN_ID}/refunds`, body: { reason: 'A hole in it' } },
  },
  {
    call: 'POST /api/admin/orders/{id}/refund-case/close',
    ...on(
      async (world) => {
        const path = `/api/admin/orders/${(await someOrder(world))._id}`
        await world.admin.put(path, { status: 'Cancelled' })
        return path
      },
      (path, caller) => caller.post(`${path}/refund-case/close`, { reason: 'Paid back in cash' }),
    ),
    unknown: {
      by: 'admin',
      path: `/api/admin/orders/${UNKNOWN_ID}/refund-case/close`,
      body: { reason: 'Paid in cash' },
    },
  },
  {
    call: 'PUT /api/admin/orders/{id}/returns/{returnId}',
    ...on(
      async (world) => {
        const { _id } = await someOrder(world)
        const lines = [{ line: 0, quantity: 1 }]
        await world.admin.put(`/api/admin/orders/${_id}`, { status: 'Shipped' })
        const { body } = await world.owner.post(`/api/orders/${_id}/returns`, { lines, reason: 'Too small' })
        return `/api/admin/orders/${_id}/returns/${body.return._id}`
      },
      (path, caller) => caller.put(path, { lines: [{ line: 0, quantity: 1, restocked: 1 }] }),
    ),
    unknown: { by: 'admin', path: `/api/admin/orders/${UNKNOWN_ID}/returns/${UNKNOWN_ID}`, body: { lines: [] } },
  },
  {
    call: 'POST /api/admin/orders/{id}/notes',
    ...on(someOrder, ({ _id }, caller) => caller.post(`/api/admin/orders/${_id}/notes`, note)),
    unknown: { by: 'admin', path: `/api/admin/orders/${UNKNOWN_ID}/notes`, body: note },
  },
  {
    call: 'GET /api/admin/orders/{id}/history',
    ...on(someOrder, ({ _id }, caller) => caller.get(`/api/admin/orders/${_id}/history`)),
    unknown: { by: 'admin', path: `/api/admin/orders/${UNKNOWN_ID}/history` },
  },
  {
    call: 'GET /api/admin/orders/{id}/neighbours',
    ...on(someOrder, ({ _id }, caller) => caller.get(`/api/admin/orders/${_id}/neighbours`)),
    unknown: { by: 'admin', path: `/api/admin/orders/${UNKNOWN_ID}/neighbours` },
  },
]
