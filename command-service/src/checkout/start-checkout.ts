import { cartStream } from '@shop/language/cart/events'
import type { StartCheckoutBody } from '@shop/language/checkout/api'
import { checkoutStream } from '@shop/language/checkout/events'
import type { PricedItem } from '@shop/language/events/bought'
import { type ProductDetails, productStream } from '@shop/language/product/events'
import { drawnFrom } from '@shop/language/stock/pieces-left'
import { idFrom } from '@shop/language/values/id-from'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import { cartDecider } from '../cart/cart-decider.ts'
import type { Cart } from '../cart/cart-state.ts'
import { shareDiscount } from '../discount/share-discount.ts'
import type { CommandHandler } from '../handler/command-handler.ts'
import { furtherCommand, onceOnly } from '../handler/command-metadata.ts'
import { isRecentId, valueOfRecentId } from '../handler/recent-ids.ts'
import type { Parts } from '../parts.ts'
import { leftNow } from '../product/offers.ts'
import { productDecider, unknownProduct } from '../product/product-decider.ts'
import { tooFew } from '../stock/out-of-stock.ts'
import { checkoutDecider } from './checkout-decider.ts'
import { type Checkout, notOpen, winnerIn } from './checkout-state.ts'
import { firstOrderDiscount } from './first-order-discount.ts'
import { holdStock, namedRefusal, openHoldOf, piecesByProduct, releaseLapsed, unlessSoldOut } from './hold-stock.ts'
import { loadCheckout, recallCheckout } from './load-checkout.ts'
import { type Offers, priceItems } from './price-items.ts'
import type { WithinBudgets } from './within-budgets.ts'

type Further = Readonly<{
  /**
   * Called before the new checkout starts. `earlier`: the customer's open checkout or, if the cart is empty, the last checkout. Returns the
   * earlier checkout's new state.
   */
  finishEarlier: (earlier: Checkout | undefined) => Promise<Checkout | undefined>
  withinBudgets: WithinBudgets
}>

/**
 * Most refusals come before anything is written. If another buyer gets some of the pieces meanwhile, the pieces reserved so far are
 * released.
 */
export async function startCheckout(
  { commands, keys, checkoutTtlMs }: Pick<Parts, 'commands' | 'keys' | 'checkoutTtlMs'>,
  customerId: string,
  body: StartCheckoutBody,
  metadata: CommandMetadata,
  { finishEarlier, withinBudgets }: Further,
): Promise<Checkout> {
  const checkoutId = idFrom(metadata.causationId, 'checkout')
  const stream = checkoutStream(checkoutId)
  const gather = async () => {
    const { state: cart } = await commands.load(cartDecider, cartStream(customerId))
    const openId = cart.openCheckoutId === checkoutId ? undefined : cart.openCheckoutId
    const before = openId ? await loadCheckout(commands, openId) : undefined
    // This comes first: a customer who has paid for these lines must see the order, not PRICE_CHANGED or OUT_OF_STOCK.
    const earlier = await finishEarlier(before ?? (await loadFinished(commands, cart)))
    const { items, totalCents: fullCents } = priceItems(body, await offersOf(commands, body, cart))
    const own = openHoldOf(earlier)
    await requireInStock(commands, items, own)
    const purchaseId = before && earlier && (await purchaseAfter(commands, earlier, checkoutId))
    const { discountCode } = body
    const code = discountCode ? { typed: discountCode, ownHold: own } : undefined
    const discount = code && (await firstOrderDiscount({ commands, keys }, customerId, code, fullCents))
    const instead = earlier && own ? { checkoutId: earlier.checkoutId, holdId: own } : undefined
    const newcomer = await withinBudgets({ checkoutId, customerId, cart, items, instead })
    const now = commands.now()
    const facts = {
      customerId,
      items: discount ? shareDiscount(items) : items,
      totalCents: fullCents - (discount?.amountCents ?? 0),
      shippingAddress: body.shippingAddress,
      country: body.shippingAddress.country,
      paymentMethod: body.paymentMethod,
      startedAt: now.toISOString(),
      expiresAt: heldUntil(earlier, now, checkoutTtlMs),
      ...(newcomer && { newcomer: true as const }),
    }
    return { type: 'Start', checkoutId, facts, purchaseId, discount } as const
  }
  const { state: started } = await commands.handleWith(checkoutDecider, stream, gather, metadata)
  const checkout = await openAndHold(commands, customerId, checkoutId, metadata)
  if (checkout.status === 'superseded' || checkout.status === 'abandoned') throw notOpen(checkout.status)
  return started ?? checkout
}

/** If no payment was begun, repeated starts must not hold the pieces longer (decisions K1: limits on unpaid holds). */
function heldUntil(earlier: Checkout | undefined, now: Date, checkoutTtlMs: number): string {
  const continuesHold = earlier?.status === 'open' && earlier.providerOrderIds.length === 0
  if (continuesHold && earlier.expiresAt > now.toISOString()) return earlier.expiresAt
  return new Date(now.getTime() + checkoutTtlMs).toISOString()
}

/**
 * The customer's last checkout, if the cart is empty and has no open checkout. An earlier run of this request may have made an order of
 * that checkout. Loads the current state, because an older state could show the checkout as open.
 */
const loadFinished = async (commands: CommandHandler, { openCheckoutId, lastCheckoutId, items }: Cart) =>
  openCheckoutId || !lastCheckoutId || items.length > 0
    ? undefined
    : (await commands.load(checkoutDecider, checkoutStream(lastCheckoutId))).state

async function openAndHold(
  commands: CommandHandler,
  customerId: string,
  checkoutId: string,
  metadata: CommandMetadata,
): Promise<Checkout> {
  const checkout = await recallCheckout(commands, checkoutId)
  // An ended checkout must not be opened again. The cart remembers only the last checkouts, so the checkout's own status counts.
  if (checkout.status !== 'open') return checkout
  const opening = { type: 'OpenCheckout', ownerId: customerId, checkoutId } as const
  const once = onceOnly(metadata, 'open', checkoutId)
  const { state } = await commands.ensure(cartDecider, cartStream(customerId), opening, once)
  const before = valueOfRecentId(state.checkouts, checkoutId)
  if (before) await supersede(commands, before, checkoutId, metadata)
  // Reserves nothing if a newer checkout has superseded this checkout.
  return holdStock(commands, await recallCheckout(commands, checkoutId), metadata)
}

/** Completes a checkout whose request died: holds the pieces, or abandons a checkout that was never opened in the cart. */
export async function reserveOrAbandon(commands: CommandHandler, checkoutId: string, metadata: CommandMetadata) {
  const checkout = await loadCheckout(commands, checkoutId)
  if (checkout.holdComplete) return
  const { state: cart } = await commands.load(cartDecider, cartStream(checkout.customerId))
  if (isRecentId(cart.checkouts, checkoutId)) {
    await holdStock(commands, checkout, metadata).catch(unlessSoldOut)
    return
  }
  const abandon = {
    type: 'Abandon',
    checkoutId,
    reason: 'The start of the checkout was interrupted',
    lapses: checkout.lapses,
  } as const
  const { state } = await commands.ensure(checkoutDecider, checkoutStream(checkoutId), abandon, metadata)
  await releaseLapsed(commands, state ?? checkout, metadata)
}

/** A paid checkout stays as it is (decisions M11: one open checkout). */
export async function supersede(commands: CommandHandler, checkoutId: string, by: string, metadata: CommandMetadata) {
  await joinPurchase(commands, checkoutId, by, metadata)
  const own = furtherCommand(metadata, 'supersede', checkoutId)
  const command = { type: 'Supersede', checkoutId, by } as const
  const { state } = await commands.ensure(checkoutDecider, checkoutStream(checkoutId), command, own)
  if (state) await releaseLapsed(commands, state, metadata)
}

/**
 * Lets a checkout join the purchase of the checkout that it supersedes (decisions S6). Only a checkout that started concurrently with the
 * earlier checkout joins here.
 */
async function joinPurchase(commands: CommandHandler, earlierId: string, by: string, metadata: CommandMetadata) {
  const { purchaseId } = await recallCheckout(commands, by)
  const earlier = purchaseId ? undefined : await loadCheckout(commands, earlierId)
  if (!earlier || earlier.pending) return
  const join = { type: 'JoinPurchase', checkoutId: by, purchaseId: earlier.purchaseId ?? earlierId } as const
  await commands.ensure(checkoutDecider, checkoutStream(by), join, furtherCommand(metadata, 'join', by))
}

/** Usually the purchase of the previous checkout. A new purchase begins if that purchase is paid, or its payment is still reviewed. */
async function purchaseAfter(commands: CommandHandler, before: Checkout, own: string): Promise<string> {
  const { purchaseId = before.checkoutId } = before
  const first = purchaseId === before.checkoutId ? before : await loadCheckout(commands, purchaseId)
  return winnerIn(first) || first.pending || before.pending ? own : purchaseId
}

async function offersOf(commands: CommandHandler, body: StartCheckoutBody, cart: Cart): Promise<Offers> {
  const offers = new Map<string, { offer: ProductDetails | undefined; name: string }>()
  for (const { productId } of body.checkoutItems) {
    const { state, version } = await commands.fact(productDecider, productStream(productId))
    if (version < 0) throw unknownProduct()
    const inCart = cart.items.find((item) => item.productId === productId)
    const name = state.details?.name ?? inCart?.name ?? 'A piece of your cart'
    offers.set(productId, { offer: state.details, name })
  }
  return offers
}

/** Throws OUT_OF_STOCK. The pieces of the hold `own` count as available. */
async function requireInStock(commands: CommandHandler, items: readonly PricedItem[], own: string | undefined) {
  for (const [productId, lines] of piecesByProduct(items)) {
    const left = await leftNow(commands, productId, own)
    const name = items.find((item) => item.productId === productId)?.name ?? ''
    if (!drawnFrom(left, lines)) throw namedRefusal(tooFew(productId, left, lines), name)
  }
}
