import { createHash, randomBytes } from 'node:crypto'
import { GUEST_CART_TTL_MS } from '@shop/language/cart/events'
import { ownerOfBareGuest } from '@shop/language/cart/view'
import { invalidField, ShopError } from '@shop/language/errors'
import type { ParameterizedContext } from 'koa'
import { callerOf, customerOf } from './authenticate.ts'
import { createHostCookie } from './host-cookie.ts'

const guestCookie = createHostCookie('guest', GUEST_CART_TTL_MS)

type Named = Readonly<{ guestId?: string | undefined; userId?: string | undefined }>

/**
 * The cart of an account needs the token of that account (decisions C2: `userId` of carts). The cart of a guest needs the guest's id
 * (decisions C1: guest ids). Undefined if the call has no id, or has a bare guest id (`isBare`) without the cookie.
 */
export function cartReaderOf(ctx: ParameterizedContext, { guestId, userId }: Named): string | undefined {
  if (userId !== undefined && customerOf(ctx).id !== userId)
    throw new ShopError('FORBIDDEN', 'This cart belongs to another customer')
  return callerOf(ctx)?.id ?? (guestId && guestCartOf(ctx, guestId))
}

/** At the first write with a bare guest id, the browser gets a cookie, and the cart then belongs to that cookie. */
export function cartWriterOf(ctx: ParameterizedContext, named: Named): string {
  const known = cartReaderOf(ctx, named)
  if (known !== undefined) return known
  if (named.guestId === undefined)
    throw invalidField('guestId', 'Send a guest id', 'The owner of the cart is missing. Sign in, or send a guestId')
  const secret = randomBytes(16).toString('base64url')
  guestCookie.set(ctx, secret)
  return ownerOfBareGuest(named.guestId, markOf(secret))
}

/** Undefined if this browser may not use the cart of the guest id. */
export function guestCartOf(ctx: ParameterizedContext, guestId: string): string | undefined {
  if (!isBare(guestId)) return guestId
  const secret = guestCookie.of(ctx)
  return secret && /^[\w-]{22}$/.test(secret) ? ownerOfBareGuest(guestId, markOf(secret)) : undefined
}

/** Whether a guest id is only a timestamp, which can be guessed. */
export const isBare = (guestId: string) => /^guest_\d+$/.test(guestId)

/** The log must not contain the cookie itself. */
const markOf = (secret: string) => createHash('sha256').update(secret).digest('base64url').slice(0, 22)
