import { useQueries } from '@tanstack/react-query'
import { catalogQueries } from '../products/catalog-api.ts'
import { Button } from '../ui/button.tsx'
import { EmptyLine } from '../ui/empty-line.tsx'
import { chip } from './filter-chips.tsx'
import { activeFilters, chosen, cleared, removed, searchedIn } from './filters.ts'
import { SearchAgain } from './search-again.tsx'
import { useFilters } from './use-filters.ts'

/** Offers to remove each filter whose removal gives results, and shows the number of these results. */
export function EmptyResults() {
  const { params, queryFor, change } = useFilters()
  const ways = activeFilters(params).map((filter) => ({ filter, next: removed(params, filter) }))
  const answers = useQueries({ queries: ways.map(({ next }) => catalogQueries.facets(queryFor(next))) })
  const open = ways
    .map((way, place) => ({ ...way, total: answers[place]?.data?.total ?? 0 }))
    .filter(({ total }) => total > 0)

  const search = searchedIn(params)

  return (
    <div className="grid justify-items-start gap-3.5 pb-14">
      <EmptyLine className="-mr-(--gut) mb-10 justify-self-stretch max-lg:-ml-(--gut)" />
      <h2 className="type-h2 max-w-[14em] wrap-anywhere">{titleOf(params)}</h2>
      {search && <SearchAgain search={search} />}
      <p className="type-say text-rinse">
        {open.length > 0 ? 'Remove a filter to see more.' : 'Remove the filters to see more.'}
      </p>
      {open.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {open.map(({ filter, next, total }) => (
            <button key={filter.name + filter.value} type="button" onClick={() => change(() => next)} className={chip}>
              Without {filter.name.endsWith('Price') ? 'price' : filter.label}
              <span className="num text-stone">{total}</span>
            </button>
          ))}
        </div>
      )}
      <Button variant="outline" onClick={() => change(cleared)}>
        Clear all
      </Button>
    </div>
  )
}

/** Such as "Nothing in leather under $40". */
function titleOf(params: URLSearchParams): string {
  const search = searchedIn(params)
  const cloth = [...chosen(params, 'color'), ...chosen(params, 'material')].map((value) => value.toLowerCase())
  const limit = params.get('maxPrice')
  return [
    'Nothing',
    search && `for “${search}”`,
    cloth.length > 0 && `in ${cloth.join(' or ')}`,
    limit && `under $${limit}`,
    !search && cloth.length === 0 && !limit && 'fits these filters',
  ]
    .filter(Boolean)
    .join(' ')
}
