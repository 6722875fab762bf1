import { useEffect } from 'react'

/** Calls back whenever the buyer comes to this page from another window, as one in which a payment has gone on. */
export function useReturns(isAwaited: boolean, onReturn: () => void) {
  useEffect(() => {
    if (!isAwaited) return
    window.addEventListener('focus', onReturn)
    return () => window.removeEventListener('focus', onReturn)
  })
}
