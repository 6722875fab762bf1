import { type ReactNode, useId, useRef } from 'react'
import { AdminButton } from './admin-button.tsx'
import { BareDialog } from './bare-dialog.tsx'

type DialogProps = {
  question: string
  children: ReactNode
  /** The label of the button that confirms. */
  act?: string
  onKeep: () => void
  onAct: () => void
}

/** The Cancel button has the focus, and Escape cancels too. */
export function ConfirmDialog({ question, children, act = 'Delete', onKeep, onAct }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  const answer = () => {
    ref.current?.close()
    onAct()
  }
  return (
    <BareDialog ref={ref} titleId={`${id}-question`} describedBy={`${id}-what`} onClose={onKeep}>
      <h2 id={`${id}-question`} className="type-h3">
        {question}
      </h2>
      <p id={`${id}-what`} className="mt-2 mb-4.5 text-rinse">
        {children}
      </p>
      <div className="flex gap-2">
        <AdminButton onClick={() => ref.current?.close()}>Cancel</AdminButton>
        <AdminButton variant="outline" className="border-bad! text-bad!" onClick={answer}>
          {act}
        </AdminButton>
      </div>
    </BareDialog>
  )
}
