import { MAX_TEXT } from '@shop/language/limits'
import { type KeyboardEvent, useState } from 'react'

/** `picture` is a URL, or '' for a product without a picture. */
export type Suggestion = Readonly<{ key: string; to: string; label: string; note?: string; picture?: string }>

/** Arrow keys choose from the list `id` while the search box keeps the focus (ARIA's combobox with a list). */
export function useChosenSuggestion(suggestions: readonly Suggestion[], id: string) {
  /** A suggestion stays chosen when a new answer moves it. */
  const [chosenKey, setChosenKey] = useState<string>()
  const place = suggestions.findIndex(({ key }) => key === chosenKey)
  return {
    place,
    chosen: suggestions[place],
    forget: () => setChosenKey(undefined),
    onKeyDown(event: KeyboardEvent) {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (!step || suggestions.length === 0) return
      event.preventDefault()
      // The arrow keys step through the suggestions and the box itself, which adds one position.
      setChosenKey(suggestions[((place + 1 + step + suggestions.length + 1) % (suggestions.length + 1)) - 1]?.key)
    },
    /** Attributes of the box. The caller must call `forget` when the user types. */
    box: {
      type: 'search',
      maxLength: MAX_TEXT.search,
      autoComplete: 'off',
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': suggestions.length > 0,
      'aria-controls': id,
      'aria-activedescendant': place < 0 ? undefined : idOf(id, place),
    } as const,
  }
}

export const idOf = (id: string, place: number) => `${id}-${place}`
