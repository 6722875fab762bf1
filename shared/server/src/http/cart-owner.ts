import { createHash, randomBytes } from 'node:crypto'
import { invalidField, ShopError } from '@shop/language/errors'
import { GUEST_CART_TTL_MS } from '@shop/language/events/cart-events'
import { ownerOfBareGuest } from '@shop/language/views/cart-view'
import type { ParameterizedContext } from 'koa'
import { callerOf, customerOf } from './authenticate.ts'

const COOKIE = 'guest'
/** With this prefix a browser accepts the cookie only from this host, and never over plain HTTP. */
const SECURE_COOKIE = `__Host-${COOKIE}`

/** The ids in a cart call that name the owner. */
type Named = Readonly<{ guestId?: string | undefined; userId?: string | undefined }>

/**
 * The owner of the cart that a call reads. An account's cart needs its own token (decisions C2: `userId` of carts), a guest's its id
 * (decisions C1: guest ids). Undefined when no id is given, and for a bare guest id from a browser that has never written: that is an
 * empty cart.
 */
export function cartReaderOf(ctx: ParameterizedContext, { guestId, userId }: Named): string | undefined {
  if (userId !== undefined && customerOf(ctx).id !== userId)
    throw new ShopError('FORBIDDEN', 'This is the cart of somebody else')
  return callerOf(ctx)?.id ?? (guestId && guestCartOf(ctx, guestId))
}

/** The owner of the cart that a call writes. The first write with a bare guest id sets the cookie that the cart is bound to. */
export function cartWriterOf(ctx: ParameterizedContext, named: Named): string {
  const known = cartReaderOf(ctx, named)
  if (known !== undefined) return known
  if (named.guestId === undefined)
    throw invalidField('guestId', 'A guest id is expected', 'Whose cart? Sign in, or send a guestId')
  const secret = randomBytes(16).toString('base64url')
  const options = {
    httpOnly: true,
    sameSite: 'lax',
    maxAge: GUEST_CART_TTL_MS,
    signed: false,
    secure: ctx.secure,
  } as const
  ctx.cookies.set(ctx.secure ? SECURE_COOKIE : COOKIE, secret, options)
  return ownerOfBareGuest(named.guestId, markOf(secret))
}

/** The cart's owner for a guest id, if this browser has access to it. */
export function guestCartOf(ctx: ParameterizedContext, guestId: string): string | undefined {
  if (!isBare(guestId)) return guestId
  const secret = [SECURE_COOKIE, COOKIE].map((name) => ctx.cookies.get(name, { signed: false })).find(Boolean)
  return secret && /^[\w-]{22}$/.test(secret) ? ownerOfBareGuest(guestId, markOf(secret)) : undefined
}

/** A timestamp alone can be guessed; 128 random bits after it make a capability. */
export const isBare = (guestId: string) => /^guest_\d+$/.test(guestId)

/** A digest, because the log must not contain the cookie itself. */
const markOf = (secret: string) => createHash('sha256').update(secret).digest('base64url').slice(0, 22)
