import type { ReactNode } from 'react'
import { Note } from './note.tsx'
import { ResultMessage } from './result-message.tsx'

/** The note takes the focus, because the act's button is gone. `shown`: the text with links. */
export const DoneNote = ({ children, shown = children }: { children: string; shown?: ReactNode }) => (
  <ResultMessage about={children}>
    <Note className="mb-5" tone="ok">
      <p>{shown}</p>
    </Note>
  </ResultMessage>
)
