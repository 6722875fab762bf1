import type { Actor } from '../../../gateway/src/permissions.ts'
import type { ShopCaller } from '../../support/caller.ts'
import { lineOf } from '../../support/people.ts'
import type { Row, World } from './authorisation-row.ts'

const isSignedIn = (actor: Actor) => actor !== 'anonymous' && actor !== 'guest'

/** The cart that a call names. A guest names the guest's own cart, and signed-in users name the owner's cart. */
const cartOwner = (world: World, caller: ShopCaller, actor: Actor) =>
  actor === 'guest' ? { guestId: caller.guestId } : isSignedIn(actor) ? { userId: world.owner.id } : {}

const cartQuery = (world: World, caller: ShopCaller, actor: Actor) =>
  new URLSearchParams(cartOwner(world, caller, actor) as Record<string, string>)

export const cartRows: readonly Row[] = [
  {
    call: 'GET /api/cart',
    instead: { anonymous: 200 },
    ask: (world, caller, actor) => caller.get(`/api/cart?${cartQuery(world, caller, actor)}`),
  },
  {
    call: 'POST /api/cart',
    ask: (world, caller, actor) =>
      caller.post('/api/cart', { ...lineOf(world.product), ...cartOwner(world, caller, actor) }),
  },
  {
    call: 'PUT /api/cart',
    ask: (world, caller, actor) =>
      caller.put('/api/cart', { ...lineOf(world.product), ...cartOwner(world, caller, actor) }),
  },
  {
    call: 'DELETE /api/cart',
    ask: (world, caller, actor) =>
      caller.delete('/api/cart', { ...lineOf(world.product), ...cartOwner(world, caller, actor) }),
  },
  {
    call: 'POST /api/cart/merge',
    ask: (world, caller) => caller.post('/api/cart/merge', { guestId: world.people.guest.guestId }),
  },
]
