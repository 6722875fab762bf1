import { useEffect } from 'react'

/**
 * Moves the focus into a page that the browser has loaded as a new document. For other pages, `useArrival` does this. Does nothing if the
 * user has already focused an element. After going back or reloading, the browser restores the focus.
 */
export function useDocumentStart() {
  useEffect(() => {
    const [{ type } = {}] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    if (type === 'navigate' && document.activeElement === document.body)
      document.getElementById('main')?.focus({ preventScroll: true })
  }, [])
}
