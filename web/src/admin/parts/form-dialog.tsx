import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { Tape } from '../../ui/tape.tsx'
import { AdminButton } from './admin-button.tsx'
import { Failure } from './failure.tsx'

type DialogProps = {
  title: string
  /** What the button says that sends it. */
  act: string
  busy: boolean
  error: Error | null
  failure: string
  onClose: () => void
  onSubmit: (said: FormData) => void
  children: ReactNode
}

/** A form in a dialog. Escape closes it, and closing returns the focus. */
export function FormDialog({ title, act, busy, error, failure, onClose, onSubmit, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    if (!ref.current?.open) ref.current?.showModal()
  }, [])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!busy) onSubmit(new FormData(event.currentTarget))
  }
  return (
    <dialog
      ref={ref}
      aria-labelledby={id}
      className="admin-dialog max-h-[calc(100dvh-32px)] overflow-y-auto"
      onClose={onClose}
    >
      <Tape className="left-0" />
      <h2 id={id} className="type-h3 mb-4">
        {title}
      </h2>
      <form onSubmit={submit} className="grid gap-4">
        {children}
        <Failure error={error} fallback={failure} />
        <div className="flex flex-wrap gap-2">
          <AdminButton type="submit" busy={busy}>
            {act}
          </AdminButton>
          <AdminButton variant="outline" onClick={() => ref.current?.close()}>
            Close
          </AdminButton>
        </div>
      </form>
    </dialog>
  )
}
