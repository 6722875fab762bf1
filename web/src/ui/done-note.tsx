import { Note } from './note.tsx'

/** Says what has been done, and takes the focus, since the button that had it is gone. */
export const DoneNote = ({ children }: { children: string }) => (
  <div ref={focusAtFirst} tabIndex={-1} className="mb-5">
    <Note tone="ok">
      <p>{children}</p>
    </Note>
  </div>
)

/** A stable function, so that React calls it once. */
const focusAtFirst = (note: HTMLDivElement | null) => note?.focus()
