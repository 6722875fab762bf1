import { useLocation } from 'react-router-dom'
import { Note } from '../../ui/note.tsx'

/** Reports what the form on the previous page has saved. */
export function SavedNote() {
  const { saved } = (useLocation().state ?? {}) as { saved?: string }
  if (!saved) return null
  return (
    <div className="mb-5">
      <Note tone="ok">
        <p>{saved}</p>
      </Note>
    </div>
  )
}
