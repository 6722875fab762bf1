import { Note } from './note.tsx'
import { Told } from './told.tsx'

/** Says what has been done, and takes the focus, since the button that had it is gone. */
export const DoneNote = ({ children }: { children: string }) => (
  <Told about={children}>
    <div className="mb-5">
      <Note tone="ok">
        <p>{children}</p>
      </Note>
    </div>
  </Told>
)
