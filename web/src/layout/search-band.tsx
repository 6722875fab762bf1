import { MAX_TEXT } from '@shop/language/api/limits'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { lastSearches, rememberSearch } from '../lib/last-searches.ts'
import { usePaused } from '../lib/paused.ts'
import { catalogQueries } from '../products/catalog-api.ts'
import { ArrowRight, X } from '../ui/icons/icons.tsx'
import { searchAddress, type Way, waysOf } from './suggested-ways.ts'

const WAYS = 'search-ways'
/** The shop is asked when typing pauses. */
const PAUSE_MS = 150

/** A search box with suggestions, which arrow keys choose from (ARIA's combobox with a list). */
export function SearchBand({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const [term, setTerm] = useState('')
  const [last] = useState(lastSearches)
  /** The key of a way: an answer that arrives meanwhile moves it, and it stays chosen. */
  const [chosenKey, setChosenKey] = useState<string>()
  useEffect(() => input.current?.focus(), [])

  const asked = usePaused(term.trim(), PAUSE_MS)
  const { data } = useQuery(catalogQueries.suggestions(asked))
  const ways = waysOf(term, last, asked === term.trim() ? data : undefined)
  const chosen = ways.findIndex(({ key }) => key === chosenKey)

  const go = (to: string) => {
    onClose()
    navigate(to)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const way = ways[chosen]
    const typed = term.trim()
    if (!way && !typed) return
    if (typed) rememberSearch(typed)
    go(way?.to ?? searchAddress(typed))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return onClose()
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step || ways.length === 0) return
    event.preventDefault()
    // One place more than there are ways: the box itself.
    setChosenKey(ways[((chosen + 1 + step + ways.length + 1) % (ways.length + 1)) - 1]?.key)
  }

  return (
    <search className="relative block border-y border-t-hair border-b-raw bg-bleach">
      <form onSubmit={submit} onKeyDown={onKeyDown} className="wrap flex min-h-24 items-center gap-2">
        <input
          ref={input}
          type="search"
          name="search"
          role="combobox"
          aria-label="Search"
          aria-autocomplete="list"
          aria-expanded={ways.length > 0}
          aria-controls={WAYS}
          aria-activedescendant={chosen < 0 ? undefined : idOf(chosen)}
          placeholder="Search"
          maxLength={MAX_TEXT.search}
          autoComplete="off"
          value={term}
          onChange={({ target }) => {
            setTerm(target.value)
            setChosenKey(undefined)
          }}
          className="type-h2 min-w-0 flex-1 appearance-none border-b-2 border-thread bg-transparent py-2.5 focus-visible:shadow-[0_3px_0_var(--color-vat)] focus-visible:outline-none [&::-webkit-search-cancel-button]:hidden"
        />
        <button type="submit" className="icon-button" aria-label="Search">
          <ArrowRight />
        </button>
        <button type="button" className="icon-button" aria-label="Close search" onClick={onClose}>
          <X />
        </button>
      </form>
      <Ways ways={ways} chosen={chosen} onGo={(to) => go(to)} />
    </search>
  )
}

const idOf = (place: number) => `${WAYS}-${place}`

function Ways({ ways, chosen, onGo }: { ways: readonly Way[]; chosen: number; onGo: (to: string) => void }) {
  return (
    <div
      id={WAYS}
      role="listbox"
      aria-label="Suggestions"
      className={
        ways.length === 0 ? 'hidden' : 'wrap absolute inset-x-0 top-full z-20 border-b border-raw bg-bleach pb-4'
      }
    >
      {ways.map(({ key, to, label, note }, place) => (
        // The keys are the box's, which keeps the focus.
        // biome-ignore lint/a11y/useKeyWithClickEvents: see above
        // biome-ignore lint/a11y/useFocusableInteractive: see above
        <div
          key={key}
          id={idOf(place)}
          role="option"
          aria-selected={place === chosen}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onGo(to)}
          className="flex min-h-11 cursor-pointer items-center justify-between gap-4 px-2 hover:bg-studio aria-selected:bg-studio"
        >
          <span className="min-w-0 truncate">{label}</span>
          {note && <span className="num type-small shrink-0 text-rinse">{note}</span>}
        </div>
      ))}
    </div>
  )
}
