import { ADDRESS, buy } from '../../support/people.ts'
import { type Attack, assertThat, type Scene } from './attack.ts'

const bought = async (scene: Scene): Promise<[string]> => [(await buy(scene.alice, scene.product))._id]
const refund = (body: unknown): Pick<Attack, 'prepare' | 'send'> => ({
  prepare: bought,
  send: (scene, id) => scene.root.post(`/api/admin/orders/${id}/refunds`, body),
})
const sendBack = (body: unknown): Pick<Attack, 'prepare' | 'send'> => ({
  prepare: bought,
  send: (scene, id) => scene.alice.post(`/api/orders/${id}/returns`, body),
})

const sendTo = (body: unknown): Pick<Attack, 'prepare' | 'send'> => ({
  prepare: bought,
  send: (scene, id) => scene.alice.put(`/api/orders/${id}/address`, body),
})

const reason = 'A hole in it'

export const afterBuyingAttacks: readonly Attack[] = [
  { id: 'R01', what: 'a refund of more than was paid', ...refund({ amount: 100_000, reason }), status: 409 },
  { id: 'R02', what: 'a refund of less than nothing', ...refund({ amount: -1, reason }), status: 400 },
  { id: 'R02b', what: 'a refund of a part of a cent', ...refund({ amount: 0.001, reason }), status: 400 },
  { id: 'R02c', what: 'a refund of no money', ...refund({ amount: 0, reason }), status: 400 },
  { id: 'R03', what: 'a refund without a reason', ...refund({ reason: '  ' }), status: 400 },
  {
    id: 'R04',
    what: 'a refund of a line that is not there',
    ...refund({ lines: [{ line: 7, quantity: 1 }], reason }),
    status: 400,
  },
  {
    id: 'R04b',
    what: 'a refund of one line twice',
    ...refund({
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
    ...refund({ lines: [{ line: 0, quantity: 2 }], reason }),
    status: 409,
  },
  ...[{ line: [{ line: 0, quantity: 1 }] }, { amout: 5 }, { lines: [{ line: 0, quantity: 1, amount: 5 }] }].map(
    (misnamed, n): Attack => ({
      id: `R04d${n}`,
      what: 'a refund with a field that is not known, which would be one of everything without it',
      ...refund({ ...misnamed, reason }),
      status: 400,
    }),
  ),
  {
    id: 'R05',
    what: 'a whole refund a second time',
    ...refund({ reason }),
    prepare: async (scene) => {
      const [id] = await bought(scene)
      await scene.root.post(`/api/admin/orders/${id}/refunds`, { reason })
      return [id]
    },
    status: 409,
  },
  {
    id: 'R06',
    what: 'a refund by the customer',
    prepare: bought,
    send: (scene, id) => scene.alice.post(`/api/admin/orders/${id}/refunds`, { reason }),
    status: 403,
  },
  { id: 'R07', what: 'a return of no lines', ...sendBack({ lines: [], reason }), status: 400 },
  {
    id: 'R07b',
    what: 'a return of more pieces than were bought',
    ...sendBack({ lines: [{ line: 0, quantity: 2 }], reason }),
    status: 409,
  },
  {
    id: 'R07c',
    what: 'a query operator in the place of a line',
    ...sendBack({ lines: [{ line: { $gt: 0 }, quantity: 1 }], reason }),
    status: 400,
  },
  {
    id: 'R08',
    what: "a cancellation of another customer's order",
    prepare: bought,
    send: (scene, id) => scene.bob.post(`/api/orders/${id}/cancel`),
    status: 404,
    check: async ({ body }) => assertThat(body.code === 'NOT_FOUND', 'as an unknown one'),
  },
  {
    id: 'R09',
    what: 'a cancellation after the order was shipped',
    prepare: async (scene) => {
      const [id] = await bought(scene)
      await scene.root.put(`/api/admin/orders/${id}`, { status: 'Shipped' })
      return [id]
    },
    send: (scene, id) => scene.alice.post(`/api/orders/${id}/cancel`),
    status: 409,
  },
  {
    id: 'R10',
    what: "another customer's parcel sent to oneself",
    prepare: bought,
    send: (scene, id) => scene.bob.put(`/api/orders/${id}/address`, ADDRESS),
    status: 404,
    check: async ({ body }) => assertThat(body.code === 'NOT_FOUND', 'as an unknown one'),
  },
  {
    id: 'R11',
    what: 'another address for a parcel that is on its way',
    ...sendTo({ ...ADDRESS, city: 'Elsewhere' }),
    prepare: async (scene) => {
      const [id] = await bought(scene)
      await scene.root.put(`/api/admin/orders/${id}`, { status: 'Shipped' })
      return [id]
    },
    status: 409,
  },
  { id: 'R12', what: 'an address without a city', ...sendTo({ ...ADDRESS, city: '  ' }), status: 400 },
  { id: 'R12b', what: 'an address that is too long', ...sendTo({ ...ADDRESS, address: 'x'.repeat(201) }), status: 400 },
  { id: 'R12c', what: 'a query operator in an address', ...sendTo({ ...ADDRESS, city: { $gt: '' } }), status: 400 },
]
