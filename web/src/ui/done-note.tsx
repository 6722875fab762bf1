import { Note } from './note.tsx'
import { Told } from './told.tsx'

/** Reports a completed act. It takes the focus, because the pressed button is gone. */
export const DoneNote = ({ children }: { children: string }) => (
  <Told about={children}>
    <div className="mb-5">
      <Note tone="ok">
        <p>{children}</p>
      </Note>
    </div>
  </Told>
)
