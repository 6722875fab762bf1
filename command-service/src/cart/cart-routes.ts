import Router from '@koa/router'
import { accountStream } from '@shop/language/account/events'
import {
  AddToCartBody,
  type Cart as CartView,
  ChangeQuantityBody,
  MergeCartBody,
  RemoveFromCartBody,
} from '@shop/language/cart/api'
import { cartStream, isGuest } from '@shop/language/cart/events'
import type { LineId, Lines } from '@shop/language/cart/lines'
import { cartView } from '@shop/language/cart/view'
import { customerOf } from '@shop/server/http/authenticate'
import { cartWriterOf, guestCartOf, isBare } from '@shop/server/http/cart-owner'
import { parse } from '@shop/server/http/parse'
import { metadataOf } from '@shop/server/http/request-metadata'
import { createGuestLimit } from '@shop/server/limits/guest-limit'
import type { Context } from 'koa'
import { shown } from '../account/account-answers.ts'
import { accountDecider } from '../account/account-decider.ts'
import { answer } from '../answer.ts'
import { createOwnerLimit } from '../command-limits.ts'
import type { Without } from '../handler/decider.ts'
import type { Folded } from '../handler/folded.ts'
import type { Parts } from '../parts.ts'
import { type CartCommand, cartDecider } from './cart-decider.ts'
import type { Cart } from './cart-state.ts'
import { mergeGuestCart } from './merge-guest-cart.ts'
import { offeredItem } from './offered-item.ts'
import { type Offer, type Offers, type OwnStock, offersFor } from './offers.ts'

type Owner = { guestId?: string | undefined; userId?: string | undefined }

export function cartRoutes(parts: Parts, stock: OwnStock): Router {
  const router = new Router()
  const limitOwner = createOwnerLimit(parts.counters)
  const limitGuests = createGuestLimit(parts.counters)

  router.post('/cart', async (ctx) => {
    const { quantity, guestId, userId, ...line } = parse(AddToCartBody, ctx.request.body)
    await change(ctx, { guestId, userId }, line, ({ details, left }) => {
      return { type: 'AddItem', item: { ...offeredItem(line, details), quantity }, left }
    })
  })

  router.put('/cart', async (ctx) => {
    const { quantity, guestId, userId, ...line } = parse(ChangeQuantityBody, ctx.request.body)
    await change(ctx, { guestId, userId }, line, ({ details, left }) => {
      if (quantity === 0) return { type: 'RemoveItem', line }
      return { type: 'ChangeQuantity', line, quantity, priceCents: offeredItem(line, details).priceCents, left }
    })
  })

  router.delete('/cart', async (ctx) => {
    const { guestId, userId, ...line } = parse(RemoveFromCartBody, ctx.request.body)
    await change(ctx, { guestId, userId }, line, () => ({ type: 'RemoveItem', line }))
  })

  router.post('/cart/merge', async (ctx) => {
    const { id: customerId, role } = customerOf(ctx)
    const { guestId } = parse(MergeCartBody, ctx.request.body)
    await limitOwner(customerId)
    const metadata = metadataOf(ctx, parts.digestSecret)

    const guestCart = guestId && guestCartOf(ctx, guestId)
    const merged = await mergeGuestCart(stock, { customerId, guestCart }, metadata)

    const { state: account } = await stock.commands.fact(accountDecider, accountStream(customerId))
    const user = shown(customerId, account, role)
    answer(ctx, { ...(await cartAnswer(stock, customerId, merged, merged.offers)), user }, ...merged.positions)
  })

  /** A repeated request decides nothing: `offers` stays undefined, and `cartAnswer` looks the offers up. */
  async function change(
    ctx: Context,
    owner: Owner,
    line: LineId,
    commandFor: (offer: Offer) => Without<CartCommand, 'ownerId'>,
  ) {
    const { guestId } = owner
    const ownerId = cartWriterOf(ctx, owner)
    await limitOwner(ownerId)
    const stream = cartStream(ownerId)
    const metadata = metadataOf(ctx, parts.digestSecret)
    let offers: Offers | undefined
    async function gather({ state: cart, version }: Folded<Cart>) {
      if (version < 0 && guestId && isBare(guestId) && isGuest(ownerId)) await limitGuests(ctx.ip, guestId)
      offers = await offersFor(stock, cart, [line, ...cart.items])
      return { ...commandFor(offers.get(line.productId)!), ownerId } as CartCommand
    }
    const { state, position } = await stock.commands.handleWith(cartDecider, stream, gather, metadata)
    answer(ctx, await cartAnswer(stock, ownerId, state, offers), position)
  }

  return router
}

type Shown = Readonly<{
  items: Lines
  openCheckoutId: string | undefined
  notices?: readonly string[]
}>

async function cartAnswer(
  stock: OwnStock,
  ownerId: string,
  { items, openCheckoutId, notices = [] }: Shown,
  known?: Offers,
): Promise<CartView> {
  const offers = await offersFor(stock, { openCheckoutId }, items, known)
  const offerOf = (productId: string) => {
    const { details, left } = offers.get(productId)!
    return details && { ...details, left }
  }
  return cartView(ownerId, items, offerOf, notices)
}
