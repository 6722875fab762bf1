import { Note } from '../../ui/note.tsx'

/** Stands where something was taken away, and takes the focus along: what had it is gone. */
export function UndoNote({ text, isBusy, onUndo }: { text: string; isBusy: boolean; onUndo: () => void }) {
  return (
    <div className="mb-5">
      <Note
        tone="ok"
        action={
          <button
            type="button"
            ref={focusAtFirst}
            aria-busy={isBusy || undefined}
            onClick={onUndo}
            className="-my-3 inline-flex min-h-11 min-w-11 items-center justify-end font-semibold underline"
          >
            Undo
          </button>
        }
      >
        <p>{text}</p>
      </Note>
    </div>
  )
}

/** The same function at every render, so that it is called once. */
const focusAtFirst = (button: HTMLButtonElement | null) => button?.focus()
