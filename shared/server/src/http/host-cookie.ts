import type { ParameterizedContext } from 'koa'

/** A cookie that no script can read. Over plain HTTP it has its plain name, and such a cookie is still accepted over TLS. */
export function createHostCookie(name: string, keptMs: number) {
  /** Browsers accept a cookie with this prefix only from this host, and never over plain HTTP. */
  const secureName = `__Host-${name}`
  return {
    of: ({ cookies }: ParameterizedContext): string | undefined =>
      cookies.get(secureName, { signed: false }) || cookies.get(name, { signed: false }),

    set({ cookies, secure }: ParameterizedContext, value: string) {
      const options = { httpOnly: true, sameSite: 'lax', maxAge: keptMs, signed: false, secure } as const
      cookies.set(secure ? secureName : name, value, options)
    },
  }
}
