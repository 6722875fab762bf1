import { notePresses } from './early-presses.ts'
import './styles.css'

/** Pictures can be slow, and some browsers report no paint. */
const AT_LATEST_MS = 1000

// The first paint waits for this file (vite.config.ts), so no press is missed.
const before = notePresses()
if (document.readyState === 'loading')
  await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }))

// The client loads after the first view, so that it does not slow down the pictures of this view.
const root = document.getElementById('root')!
if (root.textContent !== '' && !document.hidden)
  await Promise.race([firstView(), new Promise((resolve) => setTimeout(resolve, AT_LATEST_MS))])
for (const address of codeOfPage()) askFor(address)
const loadClient = () => import('./main.tsx')
await loadClient()
  .catch(loadClient)
  .then(({ start }) => start(root, before), showLoadFailure)

async function firstView() {
  const pictures = [...document.images].filter(({ loading }) => loading === 'eager')
  await Promise.allSettled([firstPaint(), ...pictures.map((picture) => picture.decode())])
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
}

function firstPaint(): Promise<void> {
  return new Promise((resolve) => {
    new PerformanceObserver((paints, observer) => {
      if (paints.getEntriesByName('first-contentful-paint').length === 0) return
      observer.disconnect()
      resolve()
    }).observe({ type: 'paint', buffered: true })
  })
}

/** The code files of this page, which the gateway lists in the HTML. */
function codeOfPage(): readonly string[] {
  return JSON.parse(document.getElementById('page-code')?.textContent ?? '[]') as string[]
}

function askFor(address: string) {
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.crossOrigin = ''
  link.href = address
  document.head.append(link)
}

function showLoadFailure() {
  window.addEventListener('online', () => window.location.reload())
  for (const waiting of document.querySelectorAll('main [role=status]')) waiting.remove()
  const note = document.createElement('p')
  note.role = 'alert'
  note.className = 'type-small fixed inset-x-0 bottom-0 z-20 bg-bad-wash px-6 py-4 text-bad'
  const again = document.createElement('a')
  again.href = window.location.href
  again.textContent = 'Try again'
  again.className = 'font-[550] underline'
  note.append('This page could not be loaded completely. Your cart is kept. ', again)
  document.body.append(note)
}
