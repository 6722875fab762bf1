import { noteReader } from './early-reader.ts'
import './styles.css'

/** For a browser that does not tell of its paints, and for a picture that takes long. */
const AT_LATEST_MS = 1000

// What the first view shows comes before the script that takes it over: two halves at once would both come late.
const root = document.getElementById('root')!
const before = noteReader(root)
if (root.textContent !== '' && !document.hidden)
  await Promise.race([firstView(), new Promise((resolve) => setTimeout(resolve, AT_LATEST_MS))])
for (const address of codeOfPage()) askFor(address)
await import('./main.tsx').then(({ start }) => start(root, before), tellOfIt)

/** Painted, with the pictures that are not left for later. */
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

/** The files that this page's code is in, as the gateway has listed them: all are asked for at once. */
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
