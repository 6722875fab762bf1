import type { ReactNode } from 'react'
import { Note } from './note.tsx'
import { Told } from './told.tsx'

/** Why an act failed. The message is in view and has the focus. */
export const ToldFailure = ({ error, children }: { error: Error; children: ReactNode }) => (
  <Told about={error}>
    <Note tone="bad">
      <p>{children}</p>
    </Note>
  </Told>
)
