import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { usePaused } from '../../lib/paused.ts'
import { SuggestionList } from '../../ui/suggestion-list.tsx'
import { useChosenSuggestion } from '../../ui/use-chosen-suggestion.ts'
import { AdminFailure } from '../parts/admin-failure.tsx'
import { BareDialog } from '../parts/bare-dialog.tsx'
import { foundQuery } from './find-api.ts'
import { foundSuggestions } from './found-suggestions.ts'

const PAUSE_MS = 200

type DialogProps = { pages: readonly Readonly<{ label: string; to: string }>[]; onClose: () => void }

export function FindDialog({ pages, onClose }: DialogProps) {
  const navigate = useNavigate()
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  const [term, setTerm] = useState('')
  const words = usePaused(term.trim(), PAUSE_MS)
  const { data, error, isFetching, refetch } = useQuery(foundQuery(words))
  const isAsked = words !== '' && words === term.trim()
  const suggestions = foundSuggestions(term, pages, isAsked ? data : undefined)
  const { chosen, place, box, forget, onKeyDown } = useChosenSuggestion(suggestions, `${id}-found`)

  const close = () => {
    ref.current?.close()
    // Does not wait for the dialog's close event, which can come after the dialog was opened again.
    onClose()
  }
  const go = (to: string) => {
    close()
    navigate(to)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const suggestion = chosen ?? suggestions[0]
    if (suggestion) go(suggestion.to)
  }
  return (
    <BareDialog
      ref={ref}
      titleId={`${id}-title`}
      className="mt-[12vh]! w-[min(620px,calc(100vw-32px))]!"
      onClose={onClose}
    >
      <h2 id={`${id}-title`} className="sr-only">
        Find
      </h2>
      <form onSubmit={submit} onKeyDown={(event) => (event.key === 'Escape' ? close() : onKeyDown(event))}>
        <input
          // biome-ignore lint/a11y/noAutofocus: the user opened this dialog, and this is its only field.
          autoFocus
          {...box}
          aria-label="Find an order, a product, a user or a page"
          placeholder="Order, product, user or page"
          value={term}
          onChange={({ target }) => {
            setTerm(target.value)
            forget()
          }}
          className="input-box"
        />
      </form>
      <SuggestionList
        id={`${id}-found`}
        label="Found"
        suggestions={suggestions}
        chosen={place}
        className="-mx-2 mt-2 max-h-[56vh] overflow-y-auto"
        onGo={go}
      />
      <p role="status" className="type-small mt-2 text-rinse empty:hidden">
        {isAsked && !isFetching && !error && suggestions.length === 0 && `Nothing found for “${words}”.`}
      </p>
      <AdminFailure error={error} fallback="Failed to search" onRetry={() => refetch()} />
    </BareDialog>
  )
}
