import type { ReactNode } from 'react'
import { Note } from './note.tsx'
import { ResultMessage } from './result-message.tsx'

export const ActFailure = ({ error, children }: { error: Error; children: ReactNode }) => (
  <ResultMessage about={error}>
    <Note tone="bad">
      <p>{children}</p>
    </Note>
  </ResultMessage>
)
