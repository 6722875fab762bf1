import type { Session, User } from '@shop/language/api/account'
import { create } from 'zustand'
import { onSessionRejected } from '../lib/api.ts'
import { inBrowser } from '../lib/in-browser.ts'
import { forgetSearches } from '../lib/last-searches.ts'
import { forgetTyped } from '../lib/typed-at-checkout.ts'

/** Who is signed in, kept in the browser under the documented keys `token` and `userInfo`. */
export const useSession = create<{ user: User | null }>(() => ({ user: null }))

export function startSession({ user, token }: Session) {
  localStorage.setItem('token', token)
  keepUser(user)
}

/** Who is signed in, by another name or address. */
export function keepUser(user: User) {
  localStorage.setItem('userInfo', JSON.stringify(user))
  useSession.setState({ user })
}

export function endSession() {
  localStorage.removeItem('token')
  localStorage.removeItem('userInfo')
  forgetSearches()
  forgetTyped()
  useSession.setState({ user: null })
}

/** An expired token: keeps the cart and redirects back after login (decisions C15). The page is reloaded, so that nothing private is left in it. */
export function leaveSession() {
  endSession()
  const { pathname, search } = window.location
  if (pathname !== '/login') window.location.assign(`/login?redirect=${encodeURIComponent(pathname + search)}`)
}

onSessionRejected(leaveSession)

// Not as the store's first state: that is nobody, as in the first view that the client takes over.
if (inBrowser) {
  useSession.setState({ user: storedUser() })
  window.addEventListener('storage', ({ key }) => {
    if (key === 'userInfo' || key === null) useSession.setState({ user: storedUser() })
  })
}

function storedUser(): User | null {
  if (!localStorage.getItem('token')) return null
  try {
    return JSON.parse(localStorage.getItem('userInfo') ?? 'null') as User | null
  } catch {
    return null
  }
}
