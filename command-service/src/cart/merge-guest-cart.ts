import { type CartItem, cartStream } from '@shop/language/events/cart-events'
import type { Position } from '@shop/language/events/event'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import type { CommandHandler } from '../handler/command-handler.ts'
import { furtherCommand } from '../handler/command-metadata.ts'
import { isRecentId, valueOfRecentId } from '../handler/recent-ids.ts'
import { availableOfAll } from '../product/offers.ts'
import { cartDecider } from './cart-decider.ts'

type Merged = Readonly<{
  items: readonly CartItem[]
  notices: readonly string[]
  positions: readonly Position[]
}>

/**
 * Merges a guest's cart into a customer's, once only, and closes it (decisions C6). Without a guest cart, or with an
 * empty one, the customer's cart stays as it is.
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
  const gather = async () => {
    const guests = await commands.load(cartDecider, cartStream(guestCart))
    const items = [...guests.state.items.values()]
    const availableOf = await availableOfAll(
      commands,
      items.map(({ productId }) => productId),
    )
    return { type: 'MergeGuestCart', ownerId: customerId, guestId: guestCart, items, availableOf } as const
  }
  const left = await commands.handle(cartDecider, stream, gather, metadata)
  const merged = {
    items: [...left.state.items.values()],
    notices: valueOfRecentId(left.state.merged, guestCart) ?? [],
    positions: [left.position],
  }
  if (!isRecentId(left.state.merged, guestCart)) return merged
  const closed = await commands.ensure(
    cartDecider,
    cartStream(guestCart),
    { type: 'CloseGuestCart', ownerId: guestCart, mergedInto: customerId },
    furtherCommand(metadata, 'close', guestCart),
  )
  return { ...merged, positions: [left.position, closed.position] }
}
