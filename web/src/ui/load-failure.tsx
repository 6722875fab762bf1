import { messageOf } from '../lib/api.ts'
import { Button } from './button.tsx'
import { Note } from './note.tsx'

type LoadFailureProps = { error: unknown; fallback: string; onRetry: () => unknown }

/** Shown instead of content that could not be fetched: the server's message, or else the specified text (spec §8). */
export const LoadFailure = ({ error, fallback, onRetry }: LoadFailureProps) => (
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
