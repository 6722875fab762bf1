import { useQueries } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { usePageParams } from '../lib/page-params.ts'
import { catalogQueries } from '../products/catalog-api.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { EmptyLine } from '../ui/empty-line.tsx'
import { chip } from './filter-chips.tsx'
import { activeFilters, chosen, cleared, isSame, removed, searchedIn } from './filters.ts'
import { SearchAgain } from './search-again.tsx'
import { useFilters } from './use-filters.ts'

/** Offers to remove each filter whose removal gives results, and shows the number of these results. Without filters, the collection is empty. */
export function EmptyResults() {
  const { params, queryFor, change } = useFilters()
  const ways = activeFilters(params).map((filter) => ({ filter, next: removed(params, filter) }))
  const answers = useQueries({ queries: ways.map(({ next }) => catalogQueries.facets(queryFor(next))) })
  const open = ways
    .map((way, place) => ({ ...way, total: answers[place]?.data?.total ?? 0 }))
    .filter(({ total }) => total > 0)

  const search = searchedIn(params)

  if (ways.length === 0) return <EmptyCollection />
  return (
    <Empty title={titleOf(params)}>
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
    </Empty>
  )
}

function EmptyCollection() {
  const { collection = 'all' } = usePageParams()
  return (
    <Empty title="There are no products here">
      {!isSame(collection, 'all') && (
        <ButtonLink to="/collections/all" variant="outline">
          Shop All
        </ButtonLink>
      )}
    </Empty>
  )
}

const Empty = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="grid justify-items-start gap-3.5 pb-14">
    <EmptyLine className="-mr-(--gut) mb-10 justify-self-stretch max-lg:-ml-(--gut)" />
    <h2 className="type-h2 max-w-[14em] wrap-anywhere">{title}</h2>
    {children}
  </div>
)

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
