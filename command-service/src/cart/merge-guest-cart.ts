import { type CartItem, cartStream } from '@shop/language/cart/events'
import type { Position } from '@shop/language/events/event'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import { furtherCommand, onceOnly } from '../handler/command-metadata.ts'
import type { Folded } from '../handler/folded.ts'
import { valueOfRecentId } from '../handler/recent-ids.ts'
import { cartDecider } from './cart-decider.ts'
import type { Cart } from './cart-state.ts'
import { handedTo } from './handover.ts'
import { type Offers, type OwnStock, offersFor } from './offers.ts'

type Merging = Readonly<{ customerId: string; guestCart: string }>
type Merged = Readonly<{
  items: readonly CartItem[]
  openCheckoutId: string | undefined
  notices: readonly string[]
  positions: readonly Position[]
  /** The offers of the handed-over lines. A repeated merge decides nothing, so it has none. */
  offers?: Offers | undefined
}>

/**
 * Merges a guest's cart into a customer's cart (decisions C6). Nothing changes if the guest's cart is missing, empty, or handed over to
 * another customer.
 */
export async function mergeGuestCart(
  stock: OwnStock,
  { customerId, guestCart }: { customerId: string; guestCart: string | undefined },
  metadata: CommandMetadata,
): Promise<Merged> {
  const { commands } = stock
  const stream = cartStream(customerId)
  if (guestCart === undefined) return { ...shown(await commands.load(cartDecider, stream)), notices: [] }
  const merging = { customerId, guestCart }
  const earlier = await commands.answered(cartDecider, stream, metadata)
  if (earlier) return mergedIn(earlier, guestCart)

  const guests = await commands.load(cartDecider, cartStream(guestCart))
  const unfinished = await finishHandover(stock, merging, guests.state, metadata)
  const handOver = { type: 'HandOver', ownerId: guestCart, to: customerId } as const
  const further = furtherCommand(metadata, 'hand over', guestCart)
  const handed = await commands.ensure(cartDecider, cartStream(guestCart), handOver, further)
  let offers: Offers | undefined
  const receiving = receive(stock, merging, handed.state, (found) => (offers = found))
  const left = await commands.handleWith(cartDecider, stream, receiving, metadata)
  const confirmed = await confirm(stock, merging, left.state, metadata)
  const merged = mergedIn(left, guestCart)
  return {
    ...merged,
    offers,
    notices: [...new Set([...unfinished, ...merged.notices])],
    positions: [...merged.positions, handed.position, ...(confirmed ? [confirmed.position] : [])],
  }
}

/** Delivers lines that left a guest's cart but did not reach the customer's cart. */
export async function finishMerge(stock: OwnStock, guestCart: string, metadata: CommandMetadata) {
  const { state } = await stock.commands.load(cartDecider, cartStream(guestCart))
  if (state.handedTo !== undefined)
    await finishHandover(stock, { customerId: state.handedTo, guestCart }, state, metadata)
}

async function finishHandover(stock: OwnStock, merging: Merging, guests: Cart, metadata: CommandMetadata) {
  const { customerId, guestCart } = merging
  if (!handedTo(customerId, guestCart, guests)) return []
  const once = onceOnly(metadata, 'merge', guestCart, String(guests.handovers))
  const stream = cartStream(customerId)
  const left = await stock.commands.handleWith(cartDecider, stream, receive(stock, merging, guests), once)
  await confirm(stock, merging, left.state, metadata)
  return mergedIn(left, guestCart).notices
}

/** Finishes a merge of an earlier version of the shop (version 1 of GuestCartMerged) if the guest's cart was never emptied. */
export async function finishEarlierMerge(stock: OwnStock, merging: Merging, metadata: CommandMetadata) {
  const { commands } = stock
  const { state: customers } = await commands.load(cartDecider, cartStream(merging.customerId))
  const { state: guests } = await commands.load(cartDecider, cartStream(merging.guestCart))
  const isUnfinished = valueOfRecentId(customers.merged, merging.guestCart)?.items && guests.handedTo === undefined
  if (isUnfinished) await mergeGuestCart(stock, merging, metadata)
}

/** Makes the command that adds the handed-over lines. The command changes nothing if another request has delivered these lines. */
const receive = (
  stock: OwnStock,
  { customerId, guestCart }: Merging,
  guests: Cart,
  found: (offers: Offers) => void = () => {},
) => {
  const handed = handedTo(customerId, guestCart, guests)
  return async ({ state: own }: Folded<Cart>) => {
    const offers = await offersFor(stock, own, handed?.items ?? [])
    found(offers)
    const leftOf = new Map(Array.from(offers, ([productId, { left }]) => [productId, left]))
    return { type: 'MergeGuestCart', ownerId: customerId, handed, leftOf } as const
  }
}

async function confirm({ commands }: OwnStock, { guestCart }: Merging, customers: Cart, metadata: CommandMetadata) {
  const handover = valueOfRecentId(customers.merged, guestCart)?.handover
  if (!handover) return undefined
  const confirming = { type: 'ConfirmHandover', ownerId: guestCart, handover } as const
  const once = onceOnly(metadata, 'handover received', guestCart, String(handover))
  return commands.ensure(cartDecider, cartStream(guestCart), confirming, once)
}

const mergedIn = (left: Folded<Cart>, guestCart: string): Merged => ({
  ...shown(left),
  notices: valueOfRecentId(left.state.merged, guestCart)?.notices ?? [],
})

const shown = ({ state: { items, openCheckoutId }, position }: Folded<Cart>) => ({
  items,
  openCheckoutId,
  positions: [position],
})
