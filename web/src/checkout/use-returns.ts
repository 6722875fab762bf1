import { useEffect } from 'react'

/** Calls `onReturn` when the buyer comes back to this page from another window, such as the payment window. */
export function useReturns(isAwaited: boolean, onReturn: () => void) {
  useEffect(() => {
    if (!isAwaited) return
    window.addEventListener('focus', onReturn)
    return () => window.removeEventListener('focus', onReturn)
  })
}
