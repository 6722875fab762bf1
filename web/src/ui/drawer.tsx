import { type ReactNode, useEffect, useId, useRef } from 'react'
import { X } from './icons/icons.tsx'
import { Tape } from './tape.tsx'

type DrawerProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  side?: 'left' | 'right'
  footer?: ReactNode
  children: ReactNode
}

export function Drawer({ open, onClose, title, side = 'right', footer, children }: DrawerProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useEffect(() => {
    const dialog = ref.current
    if (open && !dialog?.open) {
      keepScrollbarsPlace()
      dialog?.showModal()
    }
    if (!open && dialog?.open) dialog.close()
    if (open && dialog) return keepFocusIn(dialog)
  }, [open])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the dialog itself handles Escape; the click is on the backdrop.
    <dialog
      ref={ref}
      data-side={side}
      aria-labelledby={titleId}
      className="drawer"
      // The close event comes late. It is ignored if the drawer is open again.
      onCancel={onClose}
      onClose={() => ref.current?.open || onClose()}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <div className={`flex h-full flex-col ${side === 'right' ? 'pl-(--tape)' : 'pr-(--tape)'}`}>
        <Tape className={side === 'right' ? 'left-0' : 'right-0 -scale-x-100'} />
        <div className="flex min-h-16 items-center justify-between border-b border-hair pr-1 pl-4 md:pr-4 md:pl-7">
          <h2 id={titleId} tabIndex={-1} className="type-h3">
            {title}
          </h2>
          <button type="button" className="icon-button" aria-label="Close" onClick={onClose}>
            <X />
          </button>
        </div>
        <div className="flex-1 overflow-auto overscroll-contain px-4 md:px-7">{children}</div>
        {footer && <div className="grid gap-3 border-t border-hair p-4 md:px-7 md:pt-5 md:pb-6">{footer}</div>}
      </div>
    </dialog>
  )
}

function keepFocusIn(dialog: HTMLDialogElement) {
  const observer = new MutationObserver(() => {
    if (document.activeElement === document.body) dialog.querySelector('h2')?.focus()
  })
  observer.observe(dialog, { childList: true, subtree: true })
  return () => observer.disconnect()
}

/** Keeps the scroll bar's space, so that the page behind the drawer does not become wider. */
function keepScrollbarsPlace() {
  const { style, clientWidth } = document.documentElement
  if (!document.querySelector('dialog[open]')) style.setProperty('--scrollbar', `${window.innerWidth - clientWidth}px`)
}
