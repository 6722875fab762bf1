import { Note } from '../../ui/note.tsx'

/** Says what has been done, and takes the focus along: the button that had it is gone. */
export const DoneNote = ({ children }: { children: string }) => (
  <div ref={focusAtFirst} tabIndex={-1} className="mb-5">
    <Note tone="ok">
      <p>{children}</p>
    </Note>
  </div>
)

/** The same function at every render, so that it is called once. */
const focusAtFirst = (note: HTMLDivElement | null) => note?.focus()
