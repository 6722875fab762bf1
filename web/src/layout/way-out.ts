import type { User } from '@shop/language/api/account'

/** Where an area redirects everybody whom it is not for (spec §2, §6). */
export function wayOut(pathname: string, user: User | null): string {
  if (/^\/admin\/(users|orders)(\/|$)/.test(pathname)) return '/'
  // Login redirects signed-in users at once: a customer would be redirected back and forth.
  return user ? '/login' : `/login?redirect=${encodeURIComponent(pathname)}`
}
