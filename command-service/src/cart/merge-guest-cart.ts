import { type CartItem, cartStream } from '@shop/language/events/cart-events'
import type { Position } from '@shop/language/events/event'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import { type CommandHandler, furtherCommand } from '../handle-command.ts'
import { availableOfAll } from '../product/offers.ts'
import { cartDecider } from './cart-decider.ts'

type Merged = Readonly<{
  items: readonly CartItem[]
  notices: readonly string[]
  positions: readonly Position[]
}>

/**
 * Puts a guest's cart into a customer's, once ever, and closes it (decisions C6). Without a guest cart, or with an
 * empty one, the customer's cart stays as it is.
 */
export async function mergeGuestCart(
  commands: CommandHandler,
  { customerId, guestCart }: { customerId: string; guestCart: string | undefined },
  metadata: CommandMetadata,
): Promise<Merged> {
  const stream = cartStream(customerId)
  const earlier = await commands.answered(cartDecider, stream, metadata)
  const guests = guestCart === undefined ? [] : await itemsOf(commands, guestCart)
  if (guestCart === undefined || (guests.length === 0 && !earlier)) {
    const { state, position } = await commands.load(cartDecider, stream)
    const notices = (guestCart !== undefined && state.merged.get(guestCart)) || []
    return { items: [...state.items.values()], notices, positions: [position] }
  }
  const left =
    earlier ??
    (await commands.handle(
      cartDecider,
      stream,
      {
        type: 'MergeGuestCart',
        ownerId: customerId,
        guestId: guestCart,
        items: guests,
        availableOf: await availableOfAll(
          commands,
          guests.map(({ productId }) => productId),
        ),
      },
      metadata,
    ))
  const closed = await commands.handle(
    cartDecider,
    cartStream(guestCart),
    { type: 'CloseGuestCart', ownerId: guestCart, mergedInto: customerId },
    furtherCommand(metadata, 'close', guestCart),
  )
  return {
    items: [...left.state.items.values()],
    notices: left.state.merged.get(guestCart) ?? [],
    positions: [left.position, closed.position],
  }
}

const itemsOf = async (commands: CommandHandler, owner: string) => [
  ...(await commands.load(cartDecider, cartStream(owner))).state.items.values(),
]
