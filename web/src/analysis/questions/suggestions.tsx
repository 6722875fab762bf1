import type { useCompletion } from './use-completion.ts'

type SuggestionsProps = { id: string; completion: ReturnType<typeof useCompletion> }

/** The chosen suggestion is the text area's active descendant (ARIA), with the id `<id>-<place>`. */
export const Suggestions = ({ id, completion: { suggestions, chosen, take } }: SuggestionsProps) => (
  <>
    <p role="status" className="sr-only">
      {suggestions.length > 0 && `Suggestions: ${suggestions.length}. The arrow keys choose one, Enter inserts it`}
    </p>
    {suggestions.length > 0 && (
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label="Suggestions"
        className="absolute inset-x-0 top-full z-10 border border-raw bg-bleach"
      >
        {suggestions.map((one, place) => (
          // The text area keeps the focus and handles the keys.
          // biome-ignore lint/a11y/useKeyWithClickEvents: see above
          // biome-ignore lint/a11y/useFocusableInteractive: see above
          <div
            key={one.name}
            id={`${id}-${place}`}
            role="option"
            aria-selected={place === chosen}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => take(one)}
            className="flex min-h-11 cursor-pointer items-center justify-between gap-4 px-3 hover:bg-chalk aria-selected:bg-chalk aria-selected:shadow-[inset_2px_0_0_var(--color-thread)] lg:min-h-8"
          >
            <code className="wrap-anywhere">{one.name}</code>
            <span className="type-xsmall min-w-0 truncate text-rinse">{one.says}</span>
          </div>
        ))}
      </div>
    )}
  </>
)
