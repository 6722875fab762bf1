import { X } from '../ui/icons/icons.tsx'
import { activeFilters, cleared, removed } from './filters.ts'
import { useFilters } from './use-filters.ts'

export function FilterChips() {
  const { params, change } = useFilters()
  const active = activeFilters(params)
  if (active.length === 0) return null
  return (
    <div className="no-scrollbar -mx-(--gut) -mt-1.5 mb-3.5 flex gap-2 overflow-x-auto px-(--gut) py-1.5 md:mx-0 md:flex-wrap md:overflow-visible md:px-0">
      {active.map((filter) => (
        <button
          key={`${filter.name}-${filter.value}`}
          type="button"
          aria-label={`Remove filter ${filter.label}`}
          onClick={() => change((now) => removed(now, filter))}
          className={`${chip} flex-none pr-2`}
        >
          {filter.label}
          <X className="size-4" />
        </button>
      ))}
      <button
        type="button"
        onClick={() => change(cleared)}
        className="type-small min-h-11 flex-none px-2 font-medium underline hover:decoration-thread hover:decoration-2 lg:min-h-9"
      >
        Clear all
      </button>
    </div>
  )
}

export const chip =
  'type-small inline-flex min-h-11 max-w-full items-center gap-1.5 bg-chalk text-left wrap-anywhere px-3.5 font-medium hover:bg-hair lg:min-h-9'
