import type { Product } from '@shop/language/api/catalog'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { firstAnswerTo } from '../lib/first-answers.ts'
import { titled, usePageTitle } from '../lib/page-title.ts'
import type { HeadOf, PageAddress } from '../page.ts'
import { catalogQueries } from '../products/catalog-api.ts'
import { firstPicture } from '../ui/picture.tsx'
import { Breadcrumb } from './breadcrumb.tsx'
import { CollectionResults } from './collection-results.tsx'
import { FilterDrawer } from './filter-drawer.tsx'
import { FilterPanel } from './filter-panel.tsx'
import { choices, queryOf } from './filters.ts'
import { sizesOf } from './product-grid.tsx'
import { SortSelect } from './sort-select.tsx'
import { stickWhole } from './stick-whole.ts'
import { useFilters } from './use-filters.ts'

export function CollectionPage() {
  const { query, params } = useFilters()
  usePageTitle(titled(nameOf(params)))
  const list = useInfiniteQuery(catalogQueries.list(query))
  const facets = useQuery(catalogQueries.facets(query))
  const shown = list.data?.pages.flatMap(({ items }) => items) ?? []
  const total = list.hasNextPage ? facets.data?.total : shown.length
  const isChanging = list.isPlaceholderData

  return (
    <div className="wrap">
      <Breadcrumb steps={[{ label: 'Home', to: '/' }, { label: 'All Collection' }]} />
      <div className="mb-5 flex items-center justify-between gap-6">
        <h1 className="type-h1">All Collection</h1>
        <div className="flex items-center gap-7">
          <p role="status" className="num type-small sr-only text-stone lg:not-sr-only">
            {isChanging ? 'Loading...' : list.isSuccess && total !== undefined && pieceCount(total)}
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
        <CollectionResults
          list={list}
          shown={shown}
          total={total}
          passedOver={facets.isPlaceholderData ? undefined : facets.data?.passedOver}
        />
      </div>
    </div>
  )
}

const pieceCount = (total: number) => `${total} ${total === 1 ? 'piece' : 'pieces'}`

/** The list, how many pieces each further filter would leave, and the brands of the whole catalogue to choose from. */
export function collectionQueries({ params, query: filters }: PageAddress) {
  const query = queryOf(filters, params.collection ?? 'all')
  const search = filters.get('search')?.trim()
  return [
    catalogQueries.list(query),
    catalogQueries.facets(query),
    catalogQueries.facets(''),
    // For the words that are offered if the search finds nothing.
    ...(search ? [catalogQueries.suggestions(search)] : []),
  ] as const
}

/** The pictures that a first screen certainly shows. */
const FIRST_CARDS = 2

/** Only what the shop knows: an address that somebody made up must not put words into the shop's mouth. */
function known(query: URLSearchParams) {
  const of = (name: 'gender' | 'category') => choices[name].find((choice) => choice === query.get(name))
  return { gender: of('gender'), category: of('category') }
}

/** Where in the collection one is: "Women, Top Wear". */
function nameOf(query: URLSearchParams) {
  const { gender, category } = known(query)
  return [gender, category].filter(Boolean).join(', ') || 'All Collection'
}

/** Known by its gender and its category: every other filter shows a part of the same page. */
export const collectionHead: HeadOf = (address) => {
  const { params, query } = address
  const { gender, category } = known(query)
  const filters = new URLSearchParams({ ...(gender && { gender }), ...(category && { category }) }).toString()
  const whose = gender === 'Men' ? "men's " : gender === 'Women' ? "women's " : ''
  const [list] = collectionQueries(address)
  const products = firstAnswerTo<readonly Product[]>(list) ?? []
  return {
    title: titled(nameOf(query)),
    description: `All ${whose}${(category ?? 'clothes').toLowerCase()} of Selvedge: filter by size, color, material and price.`,
    canonical: `/collections/${encodeURIComponent(params.collection ?? 'all')}${filters && `?${filters}`}`,
    pictures: products
      .slice(0, FIRST_CARDS)
      .flatMap(({ images: [front] }) => (front ? [firstPicture(front.url, sizesOf('sidebar'))] : [])),
  }
}
