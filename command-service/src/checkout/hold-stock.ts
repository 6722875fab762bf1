import { checkoutStream } from '@shop/language/checkout/events'
import { isShopError, ShopError } from '@shop/language/errors'
import type { PricedItem } from '@shop/language/events/bought'
import { checkoutOfHold, type Pieces, stockStream } from '@shop/language/stock/events'
import { isSameLine } from '@shop/language/stock/pieces-left'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import type { OwnStock } from '../cart/offers.ts'
import { type CodeUse, holderOf, releaseCode, reserveCode } from '../discount/hold-code.ts'
import type { CommandHandler } from '../handler/command-handler.ts'
import { furtherCommand, onceOnly } from '../handler/command-metadata.ts'
import { detailsOf } from '../product/offers.ts'
import { stockDecider } from '../stock/stock-decider.ts'
import { checkoutDecider } from './checkout-decider.ts'
import type { Checkout } from './checkout-state.ts'

/*
 * Stock is reserved in one stream per product. The checkout's stream decides whether the checkout may hold stock, so its events come first:
 * 1. The checkout is started or reopened.
 * 2. The checkout's pieces are reserved.
 * 3. The checkout's stream records that the hold is complete.
 * 4. When the hold lapses, the checkout's stream records this. Then the pieces are released.
 *
 * Each hold has its own id, so a late release never changes a later hold.
 *
 * If the hold ends before step 3, the request releases the pieces. In case the request dies earlier, a process manager checks after every
 * reservation whether the hold has ended.
 *
 * A discount code is held like one of the pieces.
 */

/**
 * If the pieces are sold out, abandons the checkout and throws OUT_OF_STOCK. If the returned checkout is open, its hold is complete. A
 * checkout that has ended is returned unchanged.
 */
export async function holdStock(
  commands: CommandHandler,
  checkout: Checkout,
  metadata: CommandMetadata,
): Promise<Checkout> {
  let now = checkout
  // If the hold ended and the checkout was reopened meanwhile, the new hold must be completed.
  while (now.status === 'open' && !now.holdComplete) now = await completeHold(commands, now, metadata)
  return now
}

async function completeHold(
  commands: CommandHandler,
  checkout: Checkout,
  metadata: CommandMetadata,
): Promise<Checkout> {
  const { checkoutId, lapses } = checkout
  const stream = checkoutStream(checkoutId)
  try {
    await reserve(commands, checkout, metadata)
  } catch (refusal) {
    if (!isShopError(refusal, 'OUT_OF_STOCK')) throw refusal
    const abandon = { type: 'Abandon', checkoutId, reason: refusal.message, lapses } as const
    const own = furtherCommand(metadata, 'abandon', String(lapses))
    const { state } = await commands.ensure(checkoutDecider, stream, abandon, own)
    await releaseLapsed(commands, state ?? checkout, metadata)
    throw refusal
  }
  const noteHeld = { type: 'NoteHeld', checkoutId, lapses } as const
  const own = furtherCommand(metadata, 'held', String(lapses))
  const { state: after = checkout } = await commands.ensure(checkoutDecider, stream, noteHeld, own)
  if (after.lapses !== lapses) await releaseLapsed(commands, after, metadata)
  return after
}

/**
 * Releases the stock of all ended holds, or only of the hold and product in `only`. A finalized checkout has sold the pieces of its current
 * hold. Pieces that are still reserved under this hold were reserved too late, so `only` releases them too.
 */
export async function releaseLapsed(
  commands: CommandHandler,
  { checkoutId, items, lapses, discount, status }: Checkout,
  metadata: CommandMetadata,
  only?: Readonly<{ holdId: string; productId: string }>,
) {
  const endedHolds = only && status === 'finalized' ? lapses + 1 : lapses
  for (let lapse = 0; lapse < endedHolds; lapse++) {
    const holdId = holdIdOf({ checkoutId, lapses: lapse })
    await forEachProduct(items, async (productId) => {
      if (only && (only.holdId !== holdId || only.productId !== productId)) return
      const release = { type: 'Release', productId, checkoutId: holdId } as const
      const own = furtherCommand(metadata, 'release', holdId, productId)
      await commands.ensure(stockDecider, stockStream(productId), release, own)
    })
    if (discount && !only) await releaseCode(commands, { ...discount, checkoutId: holdId }, metadata)
  }
}

/** Undefined if the checkout is not open. The pieces of this hold are available to its customer's cart and next checkout. */
export const openHoldOf = (checkout: Checkout | undefined) =>
  checkout?.status === 'open' ? holdIdOf(checkout) : undefined

/** Lets carts read stock and the hold of their checkout. If several processes write the log, the results may be up to a second old. */
export const ownStockIn = (commands: CommandHandler): OwnStock => ({
  commands,
  async holdOf(checkoutId) {
    if (checkoutId === undefined) return undefined
    return openHoldOf((await commands.fact(checkoutDecider, checkoutStream(checkoutId))).state)
  },
})

export const holdIdOf = ({ checkoutId, lapses }: Pick<Checkout, 'checkoutId' | 'lapses'>) =>
  lapses === 0 ? checkoutId : `${checkoutId}~${lapses}`

/** Sorted by product id, so that two buyers do not each reserve a piece that the other buyer needs next. */
export function piecesByProduct(items: readonly Bought[]): ReadonlyMap<string, readonly Pieces[]> {
  const products = new Map<string, Pieces[]>()
  for (const { productId, size, color, quantity } of items) {
    const pieces = products.get(productId) ?? []
    const same = pieces.find((line) => isSameLine(line, { size, color }))
    if (same) same.quantity += quantity
    else pieces.push({ size, color, quantity })
    products.set(productId, pieces)
  }
  return new Map([...products].sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** Waits until all promises have settled, so that no append still runs. */
export async function ended<const All extends readonly Promise<unknown>[]>(all: All) {
  await Promise.allSettled(all)
  return Promise.all(all)
}

/** Runs concurrently: only reservations must be sequential. */
export const forEachProduct = <T>(
  items: readonly Bought[],
  work: (productId: string, pieces: readonly Pieces[]) => Promise<T>,
): Promise<readonly T[]> => ended(Array.from(piecesByProduct(items), ([productId, pieces]) => work(productId, pieces)))

type Bought = Pick<PricedItem, 'productId' | 'size' | 'color' | 'quantity'>

export function unlessSoldOut(refusal: unknown) {
  if (!isShopError(refusal, 'OUT_OF_STOCK')) throw refusal
}

export const namedRefusal = (refusal: ShopError, name: string) =>
  new ShopError('OUT_OF_STOCK', `${name}: ${refusal.message}`, { details: refusal.details })

/** The limits for newcomers end when the checkout is reopened or paid, because the buyer has then approved a payment. */
const isLimited = ({ newcomer, lapses, payment }: Checkout) => newcomer === true && lapses === 0 && !payment

/** Throws OUT_OF_STOCK with the name of the product. */
export async function reserve(commands: CommandHandler, checkout: Checkout, metadata: CommandMetadata) {
  const checkoutId = holdIdOf(checkout)
  for (const [productId, lines] of piecesByProduct(checkout.items)) {
    const once = onceOnly(metadata, 'hold', checkoutId, productId)
    const newcomer = isLimited(checkout) ? await detailsOf(commands, productId) : undefined
    const command = { type: 'Reserve', productId, checkoutId, lines, newcomer } as const
    try {
      await commands.ensure(stockDecider, stockStream(productId), command, once)
    } catch (refusal) {
      const name = checkout.items.find((item) => item.productId === productId)?.name ?? ''
      throw isShopError(refusal, 'OUT_OF_STOCK') ? namedRefusal(refusal, name) : refusal
    }
  }
  if (checkout.discount) await reserveOwnCode(commands, { ...checkout.discount, checkoutId }, metadata)
}

/** If a hold that has ended still has the code, releases the code and reserves it again. */
async function reserveOwnCode(commands: CommandHandler, use: CodeUse, metadata: CommandMetadata) {
  try {
    await reserveCode(commands, use, metadata)
  } catch (refusal) {
    const holder = isShopError(refusal, 'OUT_OF_STOCK') && (await holderOf(commands, use.emailKey))
    const { state: checkout } = holder
      ? await commands.load(checkoutDecider, checkoutStream(checkoutOfHold(holder)))
      : { state: undefined }
    if (!checkout) throw refusal
    await releaseLapsed(commands, checkout, metadata)
    await reserveCode(commands, use, metadata)
  }
}
