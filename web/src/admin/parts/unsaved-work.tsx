import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { Note } from '../../ui/note.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'

type WorkProps = {
  isUnsaved: boolean
  isFound: boolean
  onForget: () => void
}

export function UnsavedWork({ isUnsaved, isFound, onForget }: WorkProps) {
  const navigate = useNavigate()
  const [asked, setAsked] = useState<string>()
  useEffect(() => (isUnsaved ? whenLeaving(setAsked) : undefined), [isUnsaved])
  return (
    <>
      {isUnsaved && isFound && (
        <div className="mb-5">
          <Note tone="info">Your unsaved changes were restored.</Note>
        </div>
      )}
      {asked !== undefined && (
        <ConfirmDialog
          question="Leave without saving?"
          act="Leave"
          onKeep={() => setAsked(undefined)}
          onAct={() => {
            onForget()
            navigate(asked)
          }}
        >
          Your changes will be lost.
        </ConfirmDialog>
      )}
    </>
  )
}

/** Stops a click on a link to another page, and passes that page's URL to `ask`. */
function whenLeaving(ask: (to: string) => void) {
  const stop = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || link.target || link.origin !== window.location.origin || link.hash) return
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    ask(link.pathname + link.search)
  }
  const unload = (event: Event) => event.preventDefault()
  // Listens in the capture phase, so that `stop` runs before React handles the click.
  document.addEventListener('click', stop, { capture: true })
  window.addEventListener('beforeunload', unload)
  return () => {
    document.removeEventListener('click', stop, { capture: true })
    window.removeEventListener('beforeunload', unload)
  }
}
