import type { Caller, SignedIn } from '@shop/language/account/caller'
import { ShopError } from '@shop/language/errors'
import type { Middleware, ParameterizedContext } from 'koa'

type Options = {
  /** Returns undefined if the token is forged, changed or expired. */
  verify: (token: string) => Promise<SignedIn | undefined>
  /**
   * The role is read from the log, never from the token (decisions C13: changes of role). Returns undefined if the account does not exist
   * or the session has ended.
   */
  callerBy: (signedIn: SignedIn) => Promise<Caller | undefined>
}

/** Reports the caller of a refused request to the gateway's logger. The gateway removes this header before it sends the answer on. */
export const CALLER_HEADER = 'X-Caller'

/** Refuses no request: public routes ignore an invalid token, and protected routes call `customerOf`. */
export const authenticate =
  ({ verify, callerBy }: Options): Middleware =>
  async (ctx, next) => {
    const [, token] = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(ctx.get('authorization')) ?? []
    const signedIn = token ? await verify(token) : undefined
    ctx.state.signedIn = signedIn
    ctx.state.caller = signedIn && (await callerBy(signedIn))
    if (ctx.get('authorization')) ctx.set('Cache-Control', 'no-store')
    try {
      await next()
    } catch (error) {
      const caller = callerOf(ctx)
      if (caller) ctx.set(CALLER_HEADER, `${caller.role} ${caller.id}`)
      throw error
    }
  }

export const callerOf = (ctx: ParameterizedContext): Caller | undefined => ctx.state.caller as Caller | undefined

export const signedInOf = (ctx: ParameterizedContext): SignedIn | undefined => callerOf(ctx) && bearerOf(ctx)

/** The content of a token of this shop, even if its session has ended. This content gives no rights. */
export const bearerOf = (ctx: ParameterizedContext): SignedIn | undefined => ctx.state.signedIn as SignedIn | undefined

/** The signed-in caller, of any role. Throws a 401 if the client is not signed in. */
export function customerOf(ctx: ParameterizedContext): Caller {
  const caller = callerOf(ctx)
  if (!caller) throw new ShopError('UNAUTHENTICATED', 'Sign in to continue')
  return caller
}

/** Throws a 401 if there is no valid token, and a 403 for a customer. */
export function analystOf(ctx: ParameterizedContext): Caller {
  const caller = customerOf(ctx)
  if (caller.role === 'customer') throw new ShopError('FORBIDDEN', 'Only analysts and admins may do this')
  return caller
}

/** Throws a 401 if there is no valid token, and a 403 for a customer or an analyst. */
export function adminOf(ctx: ParameterizedContext): Caller {
  const caller = customerOf(ctx)
  if (caller.role !== 'admin') throw new ShopError('FORBIDDEN', 'Only an admin may do this')
  return caller
}
