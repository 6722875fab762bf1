import type { ReactNode } from 'react'
import { ApiError, messageOf } from '../../lib/api.ts'
import { Note } from '../../ui/note.tsx'
import { AdminButton } from './admin-button.tsx'

type FailureProps = { error: Error | null; fallback: string; onRetry?: () => void; children?: ReactNode }

/**
 * Shows the server's message, or else the specified default (spec §8). A refusal has no retry button, because a retry would be refused too.
 */
export function Failure({ error, fallback, onRetry, children }: FailureProps) {
  if (!error) return null
  return (
    <div className="mb-5">
      <Note
        tone="bad"
        action={
          onRetry &&
          !(error instanceof ApiError && error.isRefusal) && (
            <AdminButton variant="outline" onClick={onRetry}>
              Try again
            </AdminButton>
          )
        }
      >
        <p>Error: {messageOf(error, fallback)}</p>
        {children}
      </Note>
    </div>
  )
}
