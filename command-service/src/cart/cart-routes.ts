import Router from '@koa/router'
import { AddToCartBody, ChangeQuantityBody, MergeCartBody, RemoveFromCartBody } from '@shop/language/api/cart'
import { cartStream, isGuest } from '@shop/language/events/cart-events'
import { customerOf } from '@shop/server/http/authenticate'
import { cartWriterOf, guestCartOf, isBare } from '@shop/server/http/cart-owner'
import { parse } from '@shop/server/http/parse'
import { metadataOf } from '@shop/server/http/request-metadata'
import { createGuestLimit } from '@shop/server/limits/guest-limit'
import type { Context } from 'koa'
import { answer } from '../answer.ts'
import { createOwnerLimit } from '../command-limits.ts'
import type { Folded } from '../handler/folded.ts'
import type { Parts } from '../parts.ts'
import { cartAnswer } from './cart-answer.ts'
import { type CartCommand, cartDecider } from './cart-decider.ts'
import type { Cart } from './cart-state.ts'
import { mergeGuestCart } from './merge-guest-cart.ts'
import { offeredItem } from './offered-item.ts'
import { leftForOwner, type OwnStock } from './own-stock.ts'

type Owner = { guestId?: string | undefined; userId?: string | undefined }

export function cartRoutes(parts: Parts, stock: OwnStock): Router {
  const { commands } = stock
  const router = new Router()
  const limitOwner = createOwnerLimit(parts.counters)
  const limitGuests = createGuestLimit(parts.counters)

  router.post('/cart', async (ctx) => {
    const { quantity, guestId, userId, ...line } = parse(AddToCartBody, ctx.request.body)
    await change(ctx, { guestId, userId }, async (cart) => {
      const item = { ...(await offeredItem(commands, line)), quantity }
      return { type: 'AddItem', item, left: await leftOf(cart, line.productId) }
    })
  })

  router.put('/cart', async (ctx) => {
    const { quantity, guestId, userId, ...line } = parse(ChangeQuantityBody, ctx.request.body)
    await change(ctx, { guestId, userId }, async (cart) => {
      if (quantity === 0) return { type: 'RemoveItem', line }
      const { priceCents } = await offeredItem(commands, line)
      return { type: 'ChangeQuantity', line, quantity, priceCents, left: await leftOf(cart, line.productId) }
    })
  })

  router.delete('/cart', async (ctx) => {
    const { guestId, userId, ...line } = parse(RemoveFromCartBody, ctx.request.body)
    await change(ctx, { guestId, userId }, async () => ({ type: 'RemoveItem', line }))
  })

  router.post('/cart/merge', async (ctx) => {
    const { id: customerId } = customerOf(ctx)
    const { guestId } = parse(MergeCartBody, ctx.request.body)
    await limitOwner(customerId)
    const metadata = metadataOf(ctx, parts.digestSecret)

    const merged = await mergeGuestCart(stock, { customerId, guestCart: guestCartOf(ctx, guestId) }, metadata)

    answer(ctx, { ...(await cartAnswer(stock, customerId, merged)), user: customerId }, ...merged.positions)
  })

  /** Every change of a cart goes through here. `gather` is not called for a repeat. */
  async function change(ctx: Context, owner: Owner, gather: Gather) {
    const ownerId = cartWriterOf(ctx, owner)
    await limitOwner(ownerId)
    const stream = cartStream(ownerId)
    const metadata = metadataOf(ctx, parts.digestSecret)
    async function source({ state, version }: Folded<Cart>) {
      await limitNewGuests(ctx, owner, ownerId, version)
      return { ...(await gather(state)), ownerId } as CartCommand
    }
    const { state, position } = await commands.handleWith(cartDecider, stream, source, metadata)
    const { items, openCheckoutId } = state
    answer(ctx, await cartAnswer(stock, ownerId, { items: items.values(), openCheckoutId }), position)
  }

  async function limitNewGuests(ctx: Context, { guestId }: Owner, ownerId: string, version: number) {
    const isBareGuest = guestId !== undefined && isBare(guestId) && isGuest(ownerId)
    if (isBareGuest && version < 0) await limitGuests(ctx.ip, guestId)
  }

  const leftOf = async (cart: Cart, productId: string) =>
    (await leftForOwner(stock, cart, [productId])).get(productId) ?? []

  return router
}

type WithoutOwner<Command> = Command extends CartCommand ? Omit<Command, 'ownerId'> : never
/** Reads the facts for a command on this cart. */
type Gather = (cart: Cart) => Promise<WithoutOwner<CartCommand>>
