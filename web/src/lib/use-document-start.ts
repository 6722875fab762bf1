import { useEffect } from 'react'

/**
 * Moves the focus into a page that was loaded as a new document, unless the user has focused an element. For other pages, `useArrival` does
 * this. After going back or reloading, the browser restores the focus.
 */
export function useDocumentStart() {
  useEffect(() => {
    const [{ type } = {}] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    if (type === 'navigate' && document.activeElement === document.body)
      document.getElementById('main')?.focus({ preventScroll: true })
  }, [])
}
