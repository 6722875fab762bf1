import { lineOf } from '../../support/people.ts'
import { strongGuestId } from '../../support/strong-guest-id.ts'
import { type Attack, assertThat, type Scene } from './attack.ts'

const toCart = (changes: Record<string, unknown>) => (scene: Scene) =>
  scene.guest.post('/api/cart', { ...lineOf(scene.product), guestId: scene.guest.guestId, ...changes })

export const cartAttacks: readonly Attack[] = [
  {
    id: 'C01',
    what: 'a query operator in the place of a guest id',
    send: (scene) => scene.anonymous.get('/api/cart?guestId[$ne]=x'),
    status: 400,
  },
  {
    id: 'C03',
    what: "a customer's user id without a token",
    send: (scene) => scene.anonymous.get(`/api/cart?userId=${scene.alice.id}`),
    status: 401,
  },
  {
    id: 'C05',
    what: "another customer's user id",
    send: (scene) => scene.bob.post('/api/cart', { ...lineOf(scene.product), userId: scene.alice.id }),
    status: 403,
  },
  ...[-5, 0, 1.5, '2', 99_999, null].map(
    (quantity, index): Attack => ({
      id: `C07.${index}`,
      what: `quantity ${quantity}`,
      send: toCart({ quantity }),
      status: 400,
    }),
  ),
  {
    id: 'C07.1e309',
    what: 'quantity 1e309',
    send: (scene) =>
      scene.guest.send('POST', '/api/cart', {
        raw: JSON.stringify({ ...lineOf(scene.product), guestId: scene.guest.guestId, quantity: '§' }).replace(
          '"§"',
          '1e309',
        ),
        headers: { 'content-type': 'application/json' },
      }),
    status: 400,
  },
  {
    id: 'C09',
    what: 'a PUT of a negative quantity',
    send: (scene) =>
      scene.guest.put('/api/cart', { ...lineOf(scene.product), guestId: scene.guest.guestId, quantity: -1 }),
    status: 400,
  },
  { id: 'C11', what: 'an unknown product', send: toCart({ productId: 'nothing' }), status: 404 },
  { id: 'C11b', what: 'a size that the product does not have', send: toCart({ size: 'XXXL' }), status: 400 },
  { id: 'C11c', what: 'a color that the product does not have', send: toCart({ color: 'Plaid' }), status: 400 },
  {
    id: 'C17',
    what: 'a query operator in the place of the cart to merge',
    send: (scene) => scene.alice.post('/api/cart/merge', { guestId: { $gt: '' } }),
    status: 400,
  },
  {
    id: 'C17c',
    what: 'a guest id of 5,000 letters',
    send: (scene) => scene.alice.post('/api/cart/merge', { guestId: 'x'.repeat(5000) }),
    status: 400,
  },
  {
    id: 'C18',
    what: 'a quantity above the stock',
    send: async (scene) => scene.guest.post('/api/cart', { ...lineOf(scene.scarce, 11), guestId: strongGuestId() }),
    status: 409,
    code: 'OUT_OF_STOCK',
    check: ({ body }) => assertThat(body.left === 10, 'says how many are left'),
  },
]
