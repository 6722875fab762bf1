import { type Attack, assertThat, type Scene } from './attack.ts'
import { buy } from './people.ts'

const refund = (body: unknown) => async (scene: Scene) =>
  scene.root.post(`/api/admin/orders/${(await buy(scene.alice, scene.product))._id}/refunds`, body)
const sendBack = (body: unknown) => async (scene: Scene) =>
  scene.alice.post(`/api/orders/${(await buy(scene.alice, scene.product))._id}/returns`, body)

const reason = 'A hole in it'

export const afterBuyingAttacks: readonly Attack[] = [
  { id: 'R01', what: 'a refund of more than was paid', send: refund({ amount: 100_000, reason }), status: 409 },
  { id: 'R02', what: 'a refund of less than nothing', send: refund({ amount: -1, reason }), status: 400 },
  { id: 'R02b', what: 'a refund of a part of a cent', send: refund({ amount: 0.001, reason }), status: 400 },
  { id: 'R02c', what: 'a refund of no money', send: refund({ amount: 0, reason }), status: 400 },
  { id: 'R03', what: 'a refund without a reason', send: refund({ reason: '  ' }), status: 400 },
  {
    id: 'R04',
    what: 'a refund of a line that is not there',
    send: refund({ lines: [{ line: 7, quantity: 1 }], reason }),
    status: 400,
  },
  {
    id: 'R04b',
    what: 'a refund of one line twice',
    send: refund({
      lines: [
        { line: 0, quantity: 1 },
        { line: 0, quantity: 1 },
      ],
      reason,
    }),
    status: 400,
  },
  {
    id: 'R04c',
    what: 'a refund of more pieces than were bought',
    send: refund({ lines: [{ line: 0, quantity: 2 }], reason }),
    status: 409,
  },
  {
    id: 'R05',
    what: 'a whole refund a second time',
    send: async (scene) => {
      const path = `/api/admin/orders/${(await buy(scene.alice, scene.product))._id}/refunds`
      await scene.root.post(path, { reason })
      return scene.root.post(path, { reason })
    },
    status: 409,
  },
  {
    id: 'R06',
    what: 'a refund by the customer',
    send: async (scene) =>
      scene.alice.post(`/api/admin/orders/${(await buy(scene.alice, scene.product))._id}/refunds`, { reason }),
    status: 403,
  },
  { id: 'R07', what: 'a return of no lines', send: sendBack({ lines: [], reason }), status: 400 },
  {
    id: 'R07b',
    what: 'a return of more pieces than were bought',
    send: sendBack({ lines: [{ line: 0, quantity: 2 }], reason }),
    status: 409,
  },
  {
    id: 'R07c',
    what: 'a query operator in the place of a line',
    send: sendBack({ lines: [{ line: { $gt: 0 }, quantity: 1 }], reason }),
    status: 400,
  },
  {
    id: 'R08',
    what: "a cancellation of another customer's order",
    send: async (scene) => scene.bob.post(`/api/orders/${(await buy(scene.alice, scene.product))._id}/cancel`),
    status: 404,
    check: async ({ body }) => assertThat(body.code === 'NOT_FOUND', 'as an unknown one'),
  },
  {
    id: 'R09',
    what: 'a cancellation after the order was shipped',
    send: async (scene) => {
      const { _id } = await buy(scene.alice, scene.product)
      await scene.root.put(`/api/admin/orders/${_id}`, { status: 'Shipped' })
      return scene.alice.post(`/api/orders/${_id}/cancel`)
    },
    status: 409,
  },
]
