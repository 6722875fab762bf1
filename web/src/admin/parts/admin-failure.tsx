import type { ReactNode } from 'react'
import { ApiError, messageOf } from '../../lib/api.ts'
import { writeFailure } from '../../lib/write-failure.ts'
import { Note } from '../../ui/note.tsx'
import { AdminButton } from './admin-button.tsx'

type AdminFailureProps = { error: Error | null; fallback: string; onRetry?: () => void; children?: ReactNode }

/**
 * Shows why a call failed: the server's message, or else the specified text (spec §8). A refused call gets no Try again button, because the
 * shop would refuse the call again.
 */
export function AdminFailure({ error, fallback, onRetry, children }: AdminFailureProps) {
  if (!error) return null
  return (
    <Note
      className="mb-5"
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
      <p>Error: {onRetry ? messageOf(error, fallback) : writeFailure(error, fallback)}</p>
      {children}
    </Note>
  )
}
