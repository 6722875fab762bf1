import type { Session, User } from '@shop/language/account/api'
import { create } from 'zustand'
import { onSessionRejected } from '../lib/api.ts'
import { forgetTraces, noteSignedIn, noteSignedOut } from '../lib/customers-traces.ts'
import { inBrowser } from '../lib/in-browser.ts'
import { lasting } from '../lib/storage.ts'

/** The signed-in user, stored under the specified keys `token` and `userInfo`. */
export const useSession = create<{ user: User | null }>(() => ({ user: null }))

export function startSession({ user, token }: Session) {
  noteSignedIn(user._id)
  lasting.setItem('token', token)
  keepUser(user)
}

export function keepUser(user: User) {
  lasting.setItem('userInfo', JSON.stringify(user))
  useSession.setState({ user })
}

export function endSession() {
  forgetTraces()
  forgetStored()
  useSession.setState({ user: null })
}

function forgetStored() {
  lasting.removeItem('token')
  lasting.removeItem('userInfo')
}

/**
 * Ends an expired session. The cart and the text typed at checkout are kept for the same customer. Login leads back to this page
 * (decisions C15). The login page is a new document, so that nothing private stays in memory.
 */
export function leaveSession() {
  const { pathname, search } = window.location
  if (pathname === '/login') return endSession()
  const { user } = useSession.getState()
  if (user) noteSignedOut(user._id)
  forgetStored()
  window.location.assign(`/login?redirect=${encodeURIComponent(pathname + search)}`)
}

onSessionRejected(leaveSession)

// The store begins without a user, like the view that the server draws.
if (inBrowser) {
  useSession.setState({ user: storedUser() })
  window.addEventListener('storage', ({ key }) => {
    if (key === 'userInfo' || key === null) useSession.setState({ user: storedUser() })
  })
}

function storedUser(): User | null {
  if (!lasting.getItem('token')) return null
  try {
    return JSON.parse(lasting.getItem('userInfo') ?? 'null') as User | null
  } catch {
    return null
  }
}
