import { MAX_TEXT } from '@shop/language/api/limits'
import { type KeyboardEvent, useState } from 'react'

/** One of the ways on that are offered under a search box; `picture` is the address of one, empty for a piece without any. */
export type Way = Readonly<{ key: string; to: string; label: string; note?: string; picture?: string }>

/** Arrow keys choose from the list `id` while the box keeps the focus (ARIA's combobox with a list). */
export function useChosenWay(ways: readonly Way[], id: string) {
  /** The key of a way: an answer that arrives meanwhile moves it, and it stays chosen. */
  const [chosenKey, setChosenKey] = useState<string>()
  const place = ways.findIndex(({ key }) => key === chosenKey)
  return {
    place,
    chosen: ways[place],
    forget: () => setChosenKey(undefined),
    onKeyDown(event: KeyboardEvent) {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (!step || ways.length === 0) return
      event.preventDefault()
      // One place more than there are ways: the box itself.
      setChosenKey(ways[((place + 1 + step + ways.length + 1) % (ways.length + 1)) - 1]?.key)
    },
    /** What the box is: its value, and what typing does besides `forget`, are its own. */
    box: {
      type: 'search',
      maxLength: MAX_TEXT.search,
      autoComplete: 'off',
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': ways.length > 0,
      'aria-controls': id,
      'aria-activedescendant': place < 0 ? undefined : idOf(id, place),
    } as const,
  }
}

/** The element of the way at this place of the list. */
export const idOf = (id: string, place: number) => `${id}-${place}`
