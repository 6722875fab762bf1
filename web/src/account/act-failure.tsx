import { Note } from '../ui/note.tsx'
import { Told } from '../ui/told.tsx'
import { entryFailure } from './entry-failure.ts'

/** Why nothing has come of an act: in view, and with the focus. */
export const ActFailure = ({ error }: { error: Error }) => (
  <Told about={error}>
    <Note tone="bad">
      <p>{entryFailure(error)}</p>
    </Note>
  </Told>
)
