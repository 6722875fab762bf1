import type { User } from '@shop/language/api/account'

/** Where an area redirects users who may not see it (spec §2, §6). */
export function wayOut(pathname: string, user: User | null): string {
  if (/^\/admin\/(users|orders)(\/|$)/.test(pathname)) return '/'
  // Without a `redirect`: login sends a signed-in customer back to it at once, in an endless loop.
  return user ? '/login' : `/login?redirect=${encodeURIComponent(pathname)}`
}
