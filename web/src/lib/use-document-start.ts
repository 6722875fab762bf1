import { useEffect } from 'react'

/** After going back or reloading, the browser restores the focus itself. */
export function useDocumentStart() {
  useEffect(() => {
    const [{ type } = {}] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    if (type === 'navigate' && document.activeElement === document.body)
      document.getElementById('main')?.focus({ preventScroll: true })
  }, [])
}
