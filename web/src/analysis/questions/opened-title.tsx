import { shortMoment } from '../time/moment-words.ts'
import type { Draft } from './use-draft.ts'

/** The title or the name of the opened question, and the version of a saved question. */
export function OpenedTitle({ draft: { opened, isChanged } }: { draft: Pick<Draft, 'opened' | 'isChanged'> }) {
  const { title, saved } = opened
  const name = saved?.name ?? title
  if (name === undefined) return null
  return (
    <div className="mb-3">
      <h2 className="type-h2 wrap-anywhere">{name}</h2>
      <p className="type-small text-rinse">
        {saved && `Version ${saved.version} of ${saved.newest}, saved ${shortMoment(saved.savedAt)}. `}
        {isChanged && 'The text has changed since it was opened.'}
      </p>
    </div>
  )
}
