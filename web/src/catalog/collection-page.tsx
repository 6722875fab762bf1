import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Breadcrumb } from './breadcrumb.tsx'
import { catalogQueries } from './catalog-api.ts'
import { CollectionResults } from './collection-results.tsx'
import { FilterDrawer } from './filter-drawer.tsx'
import { FilterPanel } from './filter-panel.tsx'
import { SortSelect } from './sort-select.tsx'
import { stickWhole } from './stick-whole.ts'
import { useFilters } from './use-filters.ts'

export function CollectionPage() {
  const { query } = useFilters()
  const list = useInfiniteQuery(catalogQueries.list(query))
  const facets = useQuery(catalogQueries.facets(query))
  const shown = list.data?.pages.flatMap(({ items }) => items) ?? []
  const total = list.hasNextPage ? facets.data?.total : shown.length
  const isChanging = list.isPlaceholderData

  return (
    <div className="wrap">
      <title>All Collection - Selvedge</title>
      <Breadcrumb steps={[{ label: 'Home', to: '/' }, { label: 'All Collection' }]} />
      <div className="mb-5 flex items-center justify-between gap-6">
        <h1 className="type-h1">All Collection</h1>
        <div className="flex items-center gap-7">
          <p role="status" className="num type-small sr-only text-stone lg:not-sr-only">
            {isChanging ? 'Loading...' : list.isSuccess && total !== undefined && piecesOf(total)}
          </p>
          <SortSelect className="hidden! lg:inline-flex!" />
        </div>
      </div>
      <div className="-mx-(--gut) mb-4 grid grid-cols-2 border-y border-hair px-(--gut) lg:hidden">
        <FilterDrawer total={total} />
        <SortSelect className="min-h-13! border-l border-hair pl-4" />
      </div>
      <div className="grid gap-8 lg:grid-cols-[248px_minmax(0,1fr)] lg:gap-14">
        <aside aria-label="Filters" ref={stickWhole} className="sticky top-6 hidden self-start lg:block">
          <FilterPanel />
        </aside>
        <CollectionResults list={list} shown={shown} total={total} />
      </div>
    </div>
  )
}

const piecesOf = (total: number) => `${total} ${total === 1 ? 'piece' : 'pieces'}`
