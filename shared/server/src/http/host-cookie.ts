import type { ParameterizedContext } from 'koa'

/**
 * A cookie that no script can read. Over plain HTTP it has its plain name. Over TLS this name is not read, because another host of the same
 * domain can set such a cookie.
 */
export function createHostCookie(name: string, keptMs: number) {
  /** Browsers accept a cookie with the prefix only from this host, and never over plain HTTP. */
  const nameIn = ({ secure }: ParameterizedContext) => (secure ? `__Host-${name}` : name)
  return {
    of: (ctx: ParameterizedContext): string | undefined => ctx.cookies.get(nameIn(ctx), { signed: false }),

    set(ctx: ParameterizedContext, value: string) {
      const { secure } = ctx
      const options = { httpOnly: true, sameSite: 'lax', maxAge: keptMs, signed: false, secure } as const
      ctx.cookies.set(nameIn(ctx), value, options)
    },
  }
}
