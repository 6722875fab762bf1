import type { RunFailure as Failed } from '@shop/language/analysis/runs'
import { Note } from '../../ui/note.tsx'

export function RunFailure({ failure }: { failure: Failed | undefined }) {
  if (!failure) return null
  return (
    <div className="mb-6">
      <Note tone={failure.reason === 'cancelled' ? 'info' : 'bad'}>
        <p className="wrap-anywhere whitespace-pre-wrap">{failure.message}</p>
      </Note>
    </div>
  )
}
