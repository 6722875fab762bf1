import { MAX_TEXT } from '@shop/language/api/limits'
import { type FormEvent, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { ArrowRight, X } from '../ui/icons/icons.tsx'

export function SearchBand({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const term = input.current?.value.trim()
    if (!term) return
    onClose()
    navigate(`/collections/all/?search=${encodeURIComponent(term)}`)
  }

  return (
    <search className="block border-y border-t-hair border-b-raw bg-bleach">
      <form
        onSubmit={submit}
        onKeyDown={(event) => event.key === 'Escape' && onClose()}
        className="wrap flex min-h-24 items-center gap-2"
      >
        <input
          ref={input}
          type="search"
          name="search"
          aria-label="Search"
          placeholder="Search"
          maxLength={MAX_TEXT.search}
          autoComplete="off"
          className="type-h2 min-w-0 flex-1 appearance-none border-b-2 border-thread bg-transparent py-2.5 focus-visible:shadow-[0_3px_0_var(--color-vat)] focus-visible:outline-none [&::-webkit-search-cancel-button]:hidden"
        />
        <button type="submit" className="icon-button" aria-label="Search">
          <ArrowRight />
        </button>
        <button type="button" className="icon-button" aria-label="Close search" onClick={onClose}>
          <X />
        </button>
      </form>
    </search>
  )
}
