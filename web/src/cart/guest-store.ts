import { create } from 'zustand'
import { inBrowser } from '../lib/in-browser.ts'
import { lasting } from '../lib/storage.ts'

/** The id is empty while the cart belongs to an account (spec §4, decisions C1). */
export const useGuest = create<{ guestId: string }>(() => ({ guestId: '' }))

/** A new guest id after a logout, so that the next user does not get the cart (decisions C7). */
export function startAsNewGuest(): string {
  const guestId = newGuestId()
  lasting.setItem('guestId', guestId)
  useGuest.setState({ guestId })
  return guestId
}

/** After a merge, the cart belongs only to the account. */
export function forgetGuest() {
  lasting.removeItem('guestId')
  useGuest.setState({ guestId: '' })
}

// The store begins without an id, like the view that the server draws.
if (inBrowser) {
  useGuest.setState({ guestId: storedOrNew() })
  window.addEventListener('storage', ({ key }) => {
    if (key === 'guestId' || key === null) useGuest.setState({ guestId: lasting.getItem('guestId') ?? '' })
  })
}

function storedOrNew(): string {
  const stored = lasting.getItem('guestId')
  if (stored) return stored
  // Here the stored token or cart belongs to an account. A new guest id would hide this cart after the session has expired.
  if (lasting.getItem('token') || lasting.getItem('cart')) return ''
  const guestId = newGuestId()
  lasting.setItem('guestId', guestId)
  return guestId
}

/** `guest_<ms>_<128 random bits, base64url>`. The id gives access to the cart, so it must not be guessable (decisions C1). */
export function newGuestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const random = btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '')
  return `guest_${Date.now()}_${random}`
}
