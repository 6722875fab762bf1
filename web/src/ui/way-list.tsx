import { MAX_TEXT } from '@shop/language/api/limits'
import { type KeyboardEvent, useState } from 'react'
import { Picture } from './picture.tsx'

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

const idOf = (id: string, place: number) => `${id}-${place}`

type ListProps = {
  id: string
  label: string
  ways: readonly Way[]
  /** The place of the chosen one, -1 for none. */
  chosen: number
  className: string
  onGo: (to: string) => void
}

export function WayList({ id, label, ways, chosen, className, onGo }: ListProps) {
  return (
    <div id={id} role="listbox" aria-label={label} className={ways.length === 0 ? 'hidden' : className}>
      {ways.map(({ key, to, label, note, picture }, place) => (
        // The keys are the box's, which keeps the focus.
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
          {note && <span className="num type-small shrink-0 text-rinse">{note}</span>}
        </div>
      ))}
    </div>
  )
}
