import { useStorage } from '../lib/storage.ts'
import { Note } from './note.tsx'

export function StorageNote() {
  const isRefused = useStorage((storage) => storage.isRefused)
  if (!isRefused) return null
  return (
    <Note tone="warn">
      Your browser does not store data for this shop. When you reload the page, you lose your cart and your sign-in. To
      check out, allow this shop to store data.
    </Note>
  )
}
