import { useEffect } from 'react'

/**
 * Moves the focus into a page that loaded its own document, as `useArrival` does for other pages. It does nothing if the user has already
 * focused an element. After going back or reloading, the browser restores the focus.
 */
export function useDocumentStart() {
  useEffect(() => {
    const [{ type } = {}] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    if (type === 'navigate' && document.activeElement === document.body)
      document.getElementById('main')?.focus({ preventScroll: true })
  }, [])
}
