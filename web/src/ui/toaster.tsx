import { createRoot } from 'react-dom/client'
import { create } from 'zustand'
import { type Toast, ToastNote } from './toast-note.tsx'
import './toaster.css'

const MOST_SHOWN = 3
const DURATION_MS = 4000

const useToasts = create<readonly Toast[]>(() => [])
let raised = 0

/** Shows a text at the top right, above any dialog. */
export function raiseToast(kind: Toast['kind'], text: string, { duration = DURATION_MS } = {}) {
  bringToFront()
  const toast = { id: raised++, kind, text, durationMs: duration }
  useToasts.setState((toasts) => [toast, ...toasts].slice(0, MOST_SHOWN), true)
}

const dismiss = (id: number) => useToasts.setState((toasts) => toasts.filter((toast) => toast.id !== id), true)

/** Screen readers read errors at once, and other toasts when idle. Both regions exist before they have content. */
function Toaster() {
  const toasts = useToasts()
  const notesOf = (kind: Toast['kind']) =>
    toasts
      .filter((toast) => toast.kind === kind)
      .map((toast) => <ToastNote key={toast.id} toast={toast} onGone={dismiss} />)
  return (
    <section aria-label="Notifications" className="toasts">
      <div role="alert" aria-atomic="false">
        {notesOf('error')}
      </div>
      <div role="status" aria-atomic="false">
        {notesOf('success')}
      </div>
    </section>
  )
}

const host = document.createElement('div')
host.popover = 'manual'
host.className = 'toaster'
bringToFront()
createRoot(host).render(<Toaster />)

/** Elements outside an open dialog can neither be heard nor pressed, so the toasts move into the dialog. */
function bringToFront() {
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
  const place = dialog ?? document.body
  if (host.parentElement === place) return
  place.append(host)
  // The popover that was shown last is on top. Old browsers have no popovers.
  host.showPopover?.()
  dialog?.addEventListener('close', bringToFront, { once: true })
}
