import type { Seen } from '@shop/language/api/trail'
import { useEffect } from 'react'

/** What is shown for less is passed by. The page has settled by then. */
const AFTER_MS = 2_000

/** Tells the trail once of what a page shows. Its code is loaded for the first of them, long after the page. */
export function useSeen(seen: Seen | undefined) {
  const what = JSON.stringify(seen)
  useEffect(() => {
    if (!what) return
    const timer = setTimeout(() => tellSeen(JSON.parse(what)), AFTER_MS)
    return () => clearTimeout(timer)
  }, [what])
}

/** Nobody waits for it, and it may fail. */
export const tellSeen = (seen: Seen) => void import('./trail.ts').then(({ tell }) => tell(seen)).catch(() => {})
