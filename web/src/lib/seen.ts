import type { Seen } from '@shop/language/analysis/trail'
import { useEffect } from 'react'

/** After this time, a page has its final content. */
const AFTER_MS = 2_000

export function useSeen(seen: Seen | undefined) {
  const what = JSON.stringify(seen)
  useEffect(() => {
    if (!what) return
    const timer = setTimeout(() => recordSeen(JSON.parse(what)), AFTER_MS)
    return () => clearTimeout(timer)
  }, [what])
}

export const recordSeen = (seen: Seen) => void import('./trail.ts').then(({ record }) => record(seen)).catch(() => {})
