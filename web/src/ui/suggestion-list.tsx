import { Picture } from './picture.tsx'
import { idOf, type Suggestion } from './use-chosen-suggestion.ts'

type ListProps = {
  id: string
  label: string
  suggestions: readonly Suggestion[]
  /** -1 if none is chosen. */
  chosen: number
  className: string
  onGo: (to: string) => void
}

export function SuggestionList({ id, label, suggestions, chosen, className, onGo }: ListProps) {
  return (
    <div id={id} role="listbox" aria-label={label} className={suggestions.length === 0 ? 'hidden' : className}>
      {suggestions.map(({ key, to, label, note, picture }, place) => (
        // The text field keeps the focus and handles the keys.
        // biome-ignore lint/a11y/useKeyWithClickEvents: see above
        // biome-ignore lint/a11y/useFocusableInteractive: see above
        <div
          key={key}
          id={idOf(id, place)}
          role="option"
          aria-selected={place === chosen}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onGo(to)}
          className="flex min-h-11 cursor-pointer items-center justify-between gap-4 px-2 hover:bg-studio aria-selected:bg-studio"
        >
          {picture !== undefined && (
            <Picture url={picture || undefined} alt="" sizes="32px" className="my-1 w-8 shrink-0" />
          )}
          <span className="min-w-0 flex-1 truncate">{label}</span>
          {note && <span className="num type-small max-w-1/2 shrink-0 truncate text-rinse">{note}</span>}
        </div>
      ))}
    </div>
  )
}
