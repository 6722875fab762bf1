import { useEffect } from 'react'

/**
 * Moves the focus into a page that comes with a document of its own, as on the way to any other page: but not where the reader
 * is somewhere in it already, nor on the way back or after a reload, where the browser knows better.
 */
export function useDocumentStart() {
  useEffect(() => {
    const [{ type } = {}] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    if (type === 'navigate' && document.activeElement === document.body)
      document.getElementById('main')?.focus({ preventScroll: true })
  }, [])
}
