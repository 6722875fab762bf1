import { type ReactNode, type RefObject, useEffect } from 'react'
import { Tape } from '../../ui/tape.tsx'

type DialogProps = {
  ref: RefObject<HTMLDialogElement | null>
  titleId: string
  describedBy?: string
  className?: string
  onClose: () => void
  children: ReactNode
}

/** The dialog is open while it is mounted. */
export function BareDialog({ ref, titleId, describedBy, className = '', onClose, children }: DialogProps) {
  useEffect(() => {
    if (!ref.current?.open) ref.current?.showModal()
  }, [ref])
  return (
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      aria-describedby={describedBy}
      className={`admin-dialog ${className}`}
      onClose={onClose}
    >
      <Tape className="left-0" />
      {children}
    </dialog>
  )
}
