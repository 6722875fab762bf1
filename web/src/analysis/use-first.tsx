import { useState } from 'react'
import { AdminButton } from '../admin/parts/admin-button.tsx'
import { numeral } from '../lib/numeral.ts'

const FIRST = 30
const FIRST_ON_PHONE = 10
const firstHere = () => (matchMedia('(width >= 48rem)').matches ? FIRST : FIRST_ON_PHONE)

/** The first entries of a long list, and a button `more` that shows all. `what`: the entries in words. */
export function useFirst<T>(all: readonly T[], what: string) {
  const [first] = useState(firstHere)
  const [isAll, setAll] = useState(false)
  const shown = isAll ? all : all.slice(0, first)
  const more = shown.length < all.length && (
    <p className="mt-3 flex flex-wrap items-center gap-x-4 text-stone">
      The first {first} {what} are shown.
      <AdminButton variant="quiet" onClick={() => setAll(true)}>
        Show all {numeral(all.length)}
      </AdminButton>
    </p>
  )
  return { first, shown, more }
}
