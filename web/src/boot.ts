import './styles.css'

/** For a browser that does not tell of its paints. */
const AT_LATEST_MS = 1000

// The first view is painted before the client's work begins: its code is on the way meanwhile (see the gateway's page table).
const isDrawn = document.getElementById('root')?.textContent !== ''
if (isDrawn && !document.hidden)
  await Promise.race([firstPaint(), new Promise((resolve) => setTimeout(resolve, AT_LATEST_MS))])
await import('./main.tsx').catch(tellOfIt)

function firstPaint(): Promise<void> {
  return new Promise((resolve) => {
    new PerformanceObserver((paints, observer) => {
      if (paints.getEntriesByName('first-contentful-paint').length === 0) return
      observer.disconnect()
      resolve()
    }).observe({ type: 'paint', buffered: true })
  })
}

/** The client did not come: what the gateway has drawn stays, and says so. */
function tellOfIt() {
  for (const waiting of document.querySelectorAll('main [role=status]')) waiting.remove()
  const note = document.createElement('p')
  note.role = 'alert'
  note.className = 'type-small fixed inset-x-0 bottom-0 z-20 bg-bad-wash px-6 py-4 text-bad'
  const again = document.createElement('a')
  again.href = window.location.href
  again.textContent = 'Try again'
  again.className = 'font-[550] underline'
  note.append('This page could not be loaded whole. Your cart is kept. ', again)
  document.body.append(note)
}
