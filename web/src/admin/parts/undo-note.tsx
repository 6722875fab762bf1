import { Note } from '../../ui/note.tsx'
import { focusAtFirst } from '../../ui/question-box.tsx'
import { WithCasesLink } from '../cases/cases-of-order.tsx'

export function UndoNote({ text, isBusy, onUndo }: { text: string; isBusy: boolean; onUndo: () => void }) {
  return (
    <Note
      className="mb-5"
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
      <p>
        <WithCasesLink>{text}</WithCasesLink>
      </p>
    </Note>
  )
}
