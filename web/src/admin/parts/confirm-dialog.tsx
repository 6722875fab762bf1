import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Tape } from '../../ui/tape.tsx'
import { AdminButton } from './admin-button.tsx'

type DialogProps = {
  question: string
  children: ReactNode
  /** What the button says that does it. */
  act?: string
  onKeep: () => void
  onAct: () => void
}

/** Confirms what is not undone by itself: a deletion, unless `act` names something else. The safe answer has the focus, and Escape chooses it. Closing returns the focus. */
export function ConfirmDialog({ question, children, act = 'Delete', onKeep, onAct }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    if (!ref.current?.open) ref.current?.showModal()
  }, [])
  const answer = () => {
    ref.current?.close()
    onAct()
  }
  return (
    <dialog
      ref={ref}
      aria-labelledby={`${id}-question`}
      aria-describedby={`${id}-what`}
      className="admin-dialog"
      onClose={onKeep}
    >
      <Tape className="left-0" />
      <h2 id={`${id}-question`} className="type-h3">
        {question}
      </h2>
      <p id={`${id}-what`} className="mt-2 mb-4.5 text-rinse">
        {children}
      </p>
      <div className="flex gap-2">
        <AdminButton onClick={() => ref.current?.close()}>Keep</AdminButton>
        <AdminButton variant="outline" className="border-bad! text-bad!" onClick={answer}>
          {act}
        </AdminButton>
      </div>
    </dialog>
  )
}
