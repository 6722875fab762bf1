import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { lastSearches, rememberSearch } from '../lib/last-searches.ts'
import { usePaused } from '../lib/paused.ts'
import { useGo } from '../lib/use-go.ts'
import { catalogQueries } from '../products/catalog-api.ts'
import { ArrowRight, X } from '../ui/icons/icons.tsx'
import { useChosenWay, WayList } from '../ui/way-list.tsx'
import { searchAddress, waysOf } from './suggested-ways.ts'

const WAYS = 'search-ways'
/** The shop is asked when typing pauses. */
const PAUSE_MS = 150

/** A search box with suggestions, which arrow keys choose from (ARIA's combobox with a list). */
export function SearchBand({ onClose }: { onClose: () => void }) {
  const leaveFor = useGo()
  const input = useRef<HTMLInputElement>(null)
  const [term, setTerm] = useState('')
  const [last] = useState(lastSearches)
  useEffect(() => input.current?.focus(), [])

  const asked = usePaused(term.trim(), PAUSE_MS)
  const { data } = useQuery(catalogQueries.suggestions(asked))
  const ways = waysOf(term, last, asked === term.trim() ? data : undefined)
  const { chosen, place, box, forget, onKeyDown } = useChosenWay(ways, WAYS)

  const go = (to: string) => {
    onClose()
    leaveFor(to)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const typed = term.trim()
    if (!chosen && !typed) return
    if (typed) rememberSearch(typed)
    go(chosen?.to ?? searchAddress(typed))
  }
  return (
    <search className="relative block border-y border-t-hair border-b-raw bg-bleach">
      <form
        onSubmit={submit}
        onKeyDown={(event) => (event.key === 'Escape' ? onClose() : onKeyDown(event))}
        className="wrap flex min-h-24 items-center gap-2"
      >
        <input
          ref={input}
          name="search"
          {...box}
          aria-label="Search"
          placeholder="Search"
          value={term}
          onChange={({ target }) => {
            setTerm(target.value)
            forget()
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
      <WayList
        id={WAYS}
        label="Suggestions"
        ways={ways}
        chosen={place}
        className="wrap absolute inset-x-0 top-full z-20 border-b border-raw bg-bleach pb-4"
        onGo={go}
      />
    </search>
  )
}
