import './styles.css'

/** For a browser that does not tell of its paints. */
const AT_LATEST_MS = 1000

// The first view is painted before the client's work begins: its code is on the way meanwhile (see the gateway's page table).
const isDrawn = document.getElementById('root')?.textContent !== ''
if (isDrawn && !document.hidden)
  await Promise.race([firstPaint(), new Promise((resolve) => setTimeout(resolve, AT_LATEST_MS))])
await import('./main.tsx')

function firstPaint(): Promise<void> {
  return new Promise((resolve) => {
    new PerformanceObserver((paints, observer) => {
      if (paints.getEntriesByName('first-contentful-paint').length === 0) return
      observer.disconnect()
      resolve()
    }).observe({ type: 'paint', buffered: true })
  })
}
