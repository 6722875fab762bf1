import { useStorage } from '../lib/storage.ts'
import { Note } from './note.tsx'

/** Says that the browser stores nothing for the shop, and what the user can do. */
export function StorageNote() {
  const isRefused = useStorage((storage) => storage.isRefused)
  if (!isRefused) return null
  return (
    <Note tone="warn">
      Your browser keeps no data for this shop. Your cart and sign-in last until the page is loaded again. Allow site
      data for this shop to check out.
    </Note>
  )
}
