import type { User } from '@shop/language/account/api'
import { create } from 'zustand'
import { onSessionRejected } from '../lib/api.ts'
import { forgetTraces, noteSignedIn } from '../lib/customers-traces.ts'
import { inBrowser } from '../lib/in-browser.ts'
import { lasting } from '../lib/storage.ts'

/** The signed-in user, stored under the specified keys `token` and `userInfo`. */
export const useSession = create<{ user: User | null }>(() => ({ user: null }))

/** Written for a moment at a sign-out, so that the other tabs forget the customer's traces too. */
export const SIGN_OUT_KEY = 'signOut'

export function forgetStored() {
  lasting.removeItem('token')
  lasting.removeItem('userInfo')
}

/**
 * Ends an expired session. The cart and the text typed at checkout are kept for the same customer. Login leads back to this page
 * (decisions C15). The login page is a new document, so that nothing private stays in memory.
 */
export function leaveSession() {
  const { pathname, search } = window.location
  forgetStored()
  if (pathname === '/login') return showStored()
  window.location.assign(`/login?redirect=${encodeURIComponent(pathname + search)}`)
}

onSessionRejected(leaveSession)

// The store begins without a user, like the view that the server draws.
if (inBrowser) {
  showStored()
  window.addEventListener('storage', ({ key }) => {
    if (key === SIGN_OUT_KEY) forgetTraces()
    if (key === 'userInfo' || key === null) showStored()
  })
  // A page that comes back from the back/forward cache has missed these events.
  window.addEventListener('pageshow', ({ persisted }) => persisted && showStored())
}

/** If another user was shown, loads a new document, so that nothing private of that user stays in memory (decisions C7). */
export function showStored() {
  const { user: shown } = useSession.getState()
  const user = storedUser()
  if (user) noteSignedIn(user._id)
  useSession.setState({ user })
  // First the pages that warn of unsaved work are left.
  if (shown && shown._id !== user?._id) setTimeout(() => window.location.reload())
}

export function storedUser(): User | null {
  if (!lasting.getItem('token')) return null
  try {
    return JSON.parse(lasting.getItem('userInfo') ?? 'null') as User | null
  } catch {
    return null
  }
}
