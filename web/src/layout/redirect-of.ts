import type { User } from '@shop/language/account/api'

type Address = Readonly<{ pathname: string; search: string; hash: string }>

/** The address to which an area redirects users who may not see the area (spec §2, §6). Login leads back to the whole address. */
export function redirectOf({ pathname, search, hash }: Address, user: User | null): string {
  if (/^\/admin\/(users|orders)(\/|$)/.test(pathname)) return '/'
  // A signed-in customer gets no `redirect`, because login would send them back to the area immediately, in an endless loop.
  return user ? '/login' : `/login?redirect=${encodeURIComponent(pathname + search + hash)}`
}
