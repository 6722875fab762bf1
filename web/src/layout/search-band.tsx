import { type FormEvent, useLayoutEffect, useRef, useState } from 'react'
import { rememberSearch } from '../lib/last-searches.ts'
import { useWhenIdle } from '../lib/load-ahead.ts'
import { useGo } from '../lib/use-go.ts'
import { ArrowRight, X } from '../ui/icons/icons.tsx'
import { type Suggestion, useChosenSuggestion } from '../ui/use-chosen-suggestion.ts'
import { pagePart } from './page-part.tsx'
import { searchAddress } from './search-address.ts'

const SUGGESTIONS = 'search-suggestions'

const [Suggestions, loadAhead] = pagePart(async () => (await import('./search-suggestions.tsx')).SearchSuggestions)

type BandProps = { id: string; open: boolean; onClose: () => void }

/** Every shop page contains the hidden box, so that no typed letter is lost while code loads. */
export function SearchBand({ id, open, onClose }: BandProps) {
  const leaveFor = useGo()
  const input = useRef<HTMLInputElement>(null)
  const [term, setTerm] = useState('')
  const [suggestions, setSuggestions] = useState<readonly Suggestion[]>([])
  const { chosen, place, box, forget, onKeyDown } = useChosenSuggestion(suggestions, SUGGESTIONS)
  useWhenIdle(loadAhead)

  useLayoutEffect(() => {
    const field = input.current
    if (!open || !field) return
    field.focus()
    setTerm(field.value)
    return () => {
      field.value = ''
      setSuggestions([])
    }
  }, [open])

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
    <search id={id} hidden={!open} className="relative block border-y border-t-hair border-b-raw bg-bleach">
      <form
        action="/collections/all/"
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
          onInput={({ currentTarget }) => {
            setTerm(currentTarget.value)
            forget()
          }}
          className="type-h2 min-w-0 flex-1 border-b-2 border-thread bg-transparent py-2.5"
        />
        <button type="submit" className="icon-button" aria-label="Search">
          <ArrowRight />
        </button>
        <button type="button" className="icon-button" aria-label="Close search" onClick={onClose}>
          <X />
        </button>
      </form>
      {open && (
        <Suggestions
          id={SUGGESTIONS}
          term={term}
          suggestions={suggestions}
          chosen={place}
          onSuggestions={setSuggestions}
          onGo={go}
        />
      )}
    </search>
  )
}
