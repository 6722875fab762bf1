import { ChevronDown } from '../ui/icons/page-icons.tsx'
import { having } from './filters.ts'
import { useFilters } from './use-filters.ts'

const orders = [
  { value: '', label: 'Default' },
  { value: 'priceasc', label: 'Price: Low to High' },
  { value: 'pricedesc', label: 'Price: High to Low' },
  { value: 'popularity', label: 'Popularity' },
]

export function SortSelect({ className = '' }: { className?: string }) {
  const { params, change } = useFilters()
  return (
    <label className={`relative inline-flex min-h-11 items-center gap-2.5 text-[0.9375rem] ${className}`}>
      <span className="text-stone max-xs:sr-only">Sort</span>
      <select
        // The browser must not restore an earlier choice that differs from the URL.
        autoComplete="off"
        value={(params.get('sortBy') ?? '').toLowerCase()}
        onChange={({ target: { value } }) => change((now) => having(now, 'sortBy', value ? [value] : []))}
        className="h-11 min-w-0 flex-1 appearance-none overflow-hidden bg-transparent pr-8 pl-1 text-base font-[550] hover:underline hover:decoration-thread hover:decoration-2 hover:underline-offset-[0.3em] lg:text-[0.9375rem]"
      >
        {orders.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDown className="pointer-events-none absolute right-1" />
    </label>
  )
}
