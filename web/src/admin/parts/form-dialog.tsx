import { type FormEvent, type ReactNode, useId, useRef } from 'react'
import { AdminButton } from './admin-button.tsx'
import { AdminFailure } from './admin-failure.tsx'
import { BareDialog } from './bare-dialog.tsx'

type DialogProps = {
  title: string
  /** Undefined if the form cannot be sent. */
  act?: string | undefined
  /** The label of the button that closes the dialog. */
  keep?: string
  busy: boolean
  error: Error | null
  failure: string
  note?: ReactNode
  onClose: () => void
  onSubmit: (said: FormData) => void
  children: ReactNode
}

export function FormDialog(props: DialogProps) {
  const { title, act, keep = 'Cancel', busy, error, failure, note, onClose, onSubmit, children } = props
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!busy) onSubmit(new FormData(event.currentTarget))
  }
  return (
    <BareDialog ref={ref} titleId={id} className="max-h-[calc(100dvh-32px)] overflow-y-auto" onClose={onClose}>
      <h2 id={id} className="type-h3 mb-4">
        {title}
      </h2>
      <form onSubmit={submit} className="grid gap-4">
        {children}
        {note}
        <AdminFailure error={error} fallback={failure} />
        <div className="flex flex-wrap gap-2">
          {act && (
            <AdminButton type="submit" busy={busy}>
              {act}
            </AdminButton>
          )}
          <AdminButton variant="outline" onClick={() => ref.current?.close()}>
            {keep}
          </AdminButton>
        </div>
      </form>
    </BareDialog>
  )
}
