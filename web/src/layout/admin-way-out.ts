import type { User } from '@shop/language/api/account'

/** Where the admin area sends somebody who is no admin (spec §2, §6). */
export function wayOut(pathname: string, user: User | null): string {
  if (/^\/admin\/(users|orders)(\/|$)/.test(pathname)) return '/'
  // Login leads whoever is signed in on to the redirect: a customer must not be sent back and forth.
  return user ? '/login' : `/login?redirect=${encodeURIComponent(pathname)}`
}
