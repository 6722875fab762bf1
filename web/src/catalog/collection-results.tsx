import type { Facets, Product } from '@shop/language/product/api'
import { wantedPicture } from '@shop/language/product/wanted-picture'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { fetchNextPageOf } from '../lib/next-page.ts'
import { PAGE_SIZE } from '../products/catalog-api.ts'
import { Button } from '../ui/button.tsx'
import { EmptyResults } from './empty-results.tsx'
import { FilterChips } from './filter-chips.tsx'
import { searchedIn } from './filters.ts'
import { LoadingGrid, ProductGrid } from './product-grid.tsx'
import { ProductsError } from './products-error.tsx'
import { SearchNotes } from './search-notes.tsx'
import { useFilters } from './use-filters.ts'
import { wantedColors } from './wanted-colors.ts'

type ResultsProps = {
  list: UseInfiniteQueryResult<InfiniteData<unknown>>
  shown: readonly Product[]
  /** Undefined until the facets are loaded. */
  total: number | undefined
  readings?: Pick<Facets, 'passedOver' | 'corrected'> | undefined
}

export function CollectionResults({ list, shown, total, readings }: ResultsProps) {
  const search = searchedIn(useFilters().params)
  return (
    <section aria-label="Products" aria-busy={list.isPlaceholderData} className="min-w-0">
      {search && shown.length > 0 && <h2 className="type-h2 mb-4 wrap-anywhere">Results for “{search}”</h2>}
      <FilterChips />
      <SearchNotes readings={readings} />
      <Results list={list} shown={shown} total={total} />
    </section>
  )
}

function Results({ list, shown, total }: ResultsProps) {
  const { params } = useFilters()
  if (list.isPending) return <LoadingGrid beside="sidebar" />
  // If refetching fails, the shown products stay.
  if (list.isError && list.data === undefined)
    return (
      <ProductsError error={list.error} onRetry={() => list.refetch()}>
        <p>Your filters are kept.</p>
      </ProductsError>
    )
  if (shown.length === 0) return <EmptyResults />
  const wanted = wantedColors(params)
  return (
    <>
      <div className={`transition-opacity duration-[120ms] ${list.isPlaceholderData ? 'opacity-60' : ''}`}>
        <ProductGrid
          products={shown}
          beside="sidebar"
          eager={4}
          wantedOf={(product) => wantedPicture(product, wanted)}
        />
      </div>
      <ShowMore list={list} shown={shown} total={total} />
    </>
  )
}

function ShowMore({ list, shown, total }: ResultsProps) {
  const { show } = useFilters()
  if (!list.hasNextPage) return null
  const more = Math.min(PAGE_SIZE, total === undefined ? PAGE_SIZE : total - shown.length)
  return (
    <div className="mt-14 grid justify-items-center gap-3.5">
      {total !== undefined && (
        <>
          <p className="num type-small text-stone">
            {shown.length} of {total}
          </p>
          <svg aria-hidden className="h-0.5 w-45 bg-hair">
            <rect width={`${(100 * shown.length) / Math.max(total, 1)}%`} height="100%" className="fill-thread" />
          </svg>
        </>
      )}
      {list.isFetchNextPageError && <ProductsError error={list.error} onRetry={() => fetchNextPageOf(list)} />}
      {!list.isFetchNextPageError && (
        <Button
          variant="outline"
          busy={list.isFetchingNextPage}
          busyLabel="Loading..."
          onClick={() => {
            show(shown.length + more)
            fetchNextPageOf(list)
          }}
        >
          Show {more} more
        </Button>
      )}
    </div>
  )
}
