import { messageOf } from '../lib/api.ts'
import { Note, NoteButton } from './note.tsx'

type LoadFailureProps = { error: unknown; fallback: string; onRetry: () => unknown }

/** Shown instead of content that could not be fetched: the server's message, or else the specified text (spec §8). */
export const LoadFailure = ({ error, fallback, onRetry }: LoadFailureProps) => (
  <Note tone="bad" action={<NoteButton onClick={() => onRetry()}>Try again</NoteButton>}>
    <p>Error: {messageOf(error, fallback)}</p>
  </Note>
)
