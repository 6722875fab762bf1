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
import type { Parts } from '../parts.ts'
import { cartAnswer } from './cart-answer.ts'
import { type CartCommand, cartDecider } from './cart-decider.ts'
import { mergeGuestCart } from './merge-guest-cart.ts'
import { offeredItem } from './offered-item.ts'
import { createOwnStock, type HoldOf } from './own-stock.ts'

type Owner = { guestId?: string | undefined; userId?: string | undefined }

export function cartRoutes(parts: Parts, holdOf: HoldOf): Router {
  const { commands } = parts
  const { ownHold, leftFor } = createOwnStock(commands, holdOf)
  const router = new Router()
  const limitOwner = createOwnerLimit(parts.counters)
  const limitGuests = createGuestLimit(parts.counters)

  router.post('/cart', async (ctx) => {
    const { quantity, guestId, userId, ...line } = parse(AddToCartBody, ctx.request.body)
    await change(ctx, { guestId, userId }, async (ownerId) => {
      const item = { ...(await offeredItem(commands, line)), quantity }
      return { type: 'AddItem', item, left: await leftFor(ownerId, line.productId) }
    })
  })

  router.put('/cart', async (ctx) => {
    const { quantity, guestId, userId, ...line } = parse(ChangeQuantityBody, ctx.request.body)
    await change(ctx, { guestId, userId }, async (ownerId) => {
      if (quantity === 0) return { type: 'RemoveItem', line }
      const { priceCents } = await offeredItem(commands, line)
      return { type: 'ChangeQuantity', line, quantity, priceCents, left: await leftFor(ownerId, line.productId) }
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

    const merged = await mergeGuestCart(commands, { customerId, guestCart: guestCartOf(ctx, guestId) }, metadata)

    const { items, notices } = merged
    const cart = await cartAnswer(commands, customerId, { items, notices, hold: await ownHold(customerId) })
    answer(ctx, { ...cart, user: customerId }, ...merged.positions)
  })

  /** Every change of a cart goes through here. `gather` reads the facts for the command; it is not called for a repeat. */
  async function change(ctx: Context, owner: Owner, gather: (ownerId: string) => Promise<CommandWithoutOwner>) {
    const ownerId = cartWriterOf(ctx, owner)
    await limitOwner(ownerId)
    const stream = cartStream(ownerId)
    const metadata = metadataOf(ctx, parts.digestSecret)
    const left = await commands.handle(cartDecider, stream, () => checked(ctx, owner, ownerId, gather), metadata)
    const { items } = left.state
    const hold = await ownHold(ownerId)
    answer(ctx, await cartAnswer(commands, ownerId, { items: [...items.values()], hold }), left.position)
  }

  async function checked(
    ctx: Context,
    { guestId }: Owner,
    ownerId: string,
    gather: (ownerId: string) => Promise<CommandWithoutOwner>,
  ) {
    const isBareGuest = guestId !== undefined && isBare(guestId) && isGuest(ownerId)
    if (isBareGuest && (await commands.fact(cartDecider, cartStream(ownerId))).version < 0)
      await limitGuests(ctx.ip, guestId)
    return { ...(await gather(ownerId)), ownerId } as CartCommand
  }

  return router
}

type WithoutOwner<Command> = Command extends CartCommand ? Omit<Command, 'ownerId'> : never
type CommandWithoutOwner = WithoutOwner<CartCommand>
