import { MAX_TEXT } from '@shop/language/limits'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { searchAddress } from '../layout/search-address.ts'
import { rememberSearch } from '../lib/last-searches.ts'
import { catalogQueries } from '../products/catalog-api.ts'
import { ArrowRight } from '../ui/icons/icons.tsx'
import { Link } from '../ui/link.tsx'

export function SearchAgain({ search }: { search: string }) {
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const { data } = useQuery(catalogQueries.suggestions(search))

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const term = input.current?.value.trim()
    if (!term) return
    rememberSearch(term)
    navigate(searchAddress(term))
  }

  return (
    <>
      <p role="status" className="type-say min-h-11 text-rinse">
        {data?.nearest && (
          <>
            Did you mean{' '}
            <Link to={searchAddress(data.nearest)} className="underline">
              {data.nearest}
            </Link>
            ?
          </>
        )}
      </p>
      <search className="block w-full max-w-90">
        <form onSubmit={submit} className="flex items-center gap-2">
          <input
            ref={input}
            key={search}
            type="search"
            aria-label="Search for something else"
            defaultValue={search}
            maxLength={MAX_TEXT.search}
            autoComplete="off"
            className="min-h-11 min-w-0 flex-1 border-b-2 border-thread bg-transparent py-2"
          />
          <button type="submit" className="icon-button" aria-label="Search again">
            <ArrowRight />
          </button>
        </form>
      </search>
    </>
  )
}
