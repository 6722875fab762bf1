import { messageOf } from '../lib/api.ts'
import { Button } from './button.tsx'
import { Note } from './note.tsx'

type FailureNoteProps = { error: unknown; fallback: string; onRetry: () => unknown }

/** Shown in place of content that could not be fetched: the server's message, or else the specified default (spec §8). */
export const FailureNote = ({ error, fallback, onRetry }: FailureNoteProps) => (
  <Note
    tone="bad"
    action={
      <Button variant="outline" small onClick={() => onRetry()}>
        Try again
      </Button>
    }
  >
    <p>Error: {messageOf(error, fallback)}</p>
  </Note>
)
