import { type CartItem, cartStream } from '@shop/language/events/cart-events'
import type { Position } from '@shop/language/events/event'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import type { CommandHandler } from '../handler/command-handler.ts'
import { furtherCommand, onceOnly } from '../handler/command-metadata.ts'
import { valueOfRecentId } from '../handler/recent-ids.ts'
import { leftOfAll } from '../product/offers.ts'
import { cartDecider } from './cart-decider.ts'
import type { Cart } from './cart-state.ts'
import { handedTo } from './handover.ts'

type Merging = Readonly<{ customerId: string; guestCart: string }>
type Merged = Readonly<{
  items: readonly CartItem[]
  notices: readonly string[]
  positions: readonly Position[]
}>

/**
 * Merges what is in a guest's cart into a customer's (decisions C6). Without a guest cart, with an empty one or with one
 * that belongs to another customer, the customer's cart stays as it is.
 */
export async function mergeGuestCart(
  commands: CommandHandler,
  { customerId, guestCart }: { customerId: string; guestCart: string | undefined },
  metadata: CommandMetadata,
): Promise<Merged> {
  const stream = cartStream(customerId)
  if (guestCart === undefined) {
    const { state, position } = await commands.load(cartDecider, stream)
    return { items: [...state.items.values()], notices: [], positions: [position] }
  }
  const merging = { customerId, guestCart }
  const earlier = await commands.answered(cartDecider, stream, metadata)
  if (earlier) return mergedIn(earlier, guestCart)

  const unfinished = await finishOwn(commands, merging, metadata)
  const handOver = { type: 'HandOver', ownerId: guestCart, to: customerId } as const
  const further = furtherCommand(metadata, 'hand over', guestCart)
  const handed = await commands.ensure(cartDecider, cartStream(guestCart), handOver, further)
  const left = await commands.handle(cartDecider, stream, () => receive(commands, merging), metadata)
  const confirmed = await confirm(commands, merging, metadata)
  const merged = mergedIn(left, guestCart)
  return {
    items: merged.items,
    notices: [...new Set([...unfinished, ...merged.notices])],
    positions: [...merged.positions, handed.position, ...(confirmed ? [confirmed.position] : [])],
  }
}

/** Brings to its customer what a guest's cart has handed over, if the request has not. */
export async function finishMerge(commands: CommandHandler, guestCart: string, metadata: CommandMetadata) {
  const { state } = await commands.load(cartDecider, cartStream(guestCart))
  if (state.handedTo !== undefined) await finishOwn(commands, { customerId: state.handedTo, guestCart }, metadata)
}

/** Receives what a request that died has left on the way to this customer; returns the notices. */
async function finishOwn(commands: CommandHandler, merging: Merging, metadata: CommandMetadata) {
  const { customerId, guestCart } = merging
  const { state } = await commands.load(cartDecider, cartStream(guestCart))
  if (!handedTo(customerId, guestCart, state)) return []
  const own = onceOnly(metadata, 'merge', guestCart, String(state.handovers))
  const left = await commands.ensure(cartDecider, cartStream(customerId), () => receive(commands, merging), own)
  await confirm(commands, merging, metadata)
  return mergedIn(left, guestCart).notices
}

/** For a merge of version 1 that did not empty the guest's cart: what was added to it since follows. */
export async function finishEarlierMerge(commands: CommandHandler, merging: Merging, metadata: CommandMetadata) {
  const { state: customers } = await commands.load(cartDecider, cartStream(merging.customerId))
  const { state: guests } = await commands.load(cartDecider, cartStream(merging.guestCart))
  const isUnfinished = valueOfRecentId(customers.merged, merging.guestCart)?.items && guests.handedTo === undefined
  if (isUnfinished) await mergeGuestCart(commands, merging, metadata)
}

async function receive(commands: CommandHandler, { customerId, guestCart }: Merging) {
  const { state } = await commands.load(cartDecider, cartStream(guestCart))
  const handed = handedTo(customerId, guestCart, state)
  const productIds = handed?.items.map(({ productId }) => productId) ?? []
  const leftOf = await leftOfAll(commands, productIds)
  return { type: 'MergeGuestCart', ownerId: customerId, handed, leftOf } as const
}

/** Notes in the guest's stream that the customer has what was handed over, if they do. */
async function confirm(commands: CommandHandler, { customerId, guestCart }: Merging, metadata: CommandMetadata) {
  const { state: customers } = await commands.load(cartDecider, cartStream(customerId))
  const handover = valueOfRecentId(customers.merged, guestCart)?.handover
  if (!handover) return undefined
  const confirming = { type: 'ConfirmHandover', ownerId: guestCart, handover } as const
  const once = onceOnly(metadata, 'handover received', guestCart, String(handover))
  return commands.ensure(cartDecider, cartStream(guestCart), confirming, once)
}

const mergedIn = ({ state, position }: { state: Cart; position: Position }, guestCart: string): Merged => ({
  items: [...state.items.values()],
  notices: valueOfRecentId(state.merged, guestCart)?.notices ?? [],
  positions: [position],
})
