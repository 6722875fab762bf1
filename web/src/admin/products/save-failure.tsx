import { writeFailure } from '../../lib/write-failure.ts'
import { Note } from '../../ui/note.tsx'

/** `title`: the text that spec §8 specifies. */
export function SaveFailure({ title, error }: { title: string; error: Error | null }) {
  if (!error) return null
  const reason = writeFailure(error, '')
  return (
    <Note className="mb-7" tone="bad">
      <p className="font-semibold">{title}</p>
      {reason && <p>{reason}</p>}
    </Note>
  )
}
