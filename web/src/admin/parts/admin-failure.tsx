import type { ReactNode } from 'react'
import { ApiError, messageOf } from '../../lib/api.ts'
import { Note } from '../../ui/note.tsx'
import { AdminButton } from './admin-button.tsx'

type AdminFailureProps = { error: Error | null; fallback: string; onRetry?: () => void; children?: ReactNode }

/**
 * Shows the failure of a call in the admin area and in the analysis: the server's message, or else the default of the specification (spec
 * §8). After a refusal there is no button to try again, because the shop would refuse again.
 */
export function AdminFailure({ error, fallback, onRetry, children }: AdminFailureProps) {
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
