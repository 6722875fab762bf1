import { Note } from './note.tsx'
import { ResultMessage } from './result-message.tsx'

/** The note takes the focus, because the act's button is gone. */
export const DoneNote = ({ children }: { children: string }) => (
  <ResultMessage about={children}>
    <Note className="mb-5" tone="ok">
      <p>{children}</p>
    </Note>
  </ResultMessage>
)
