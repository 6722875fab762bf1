import type { Seen } from '@shop/language/analysis/trail'
import type { Product } from '@shop/language/product/api'
import { wantedPicture } from '@shop/language/product/wanted-picture'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { firstAnswerTo } from '../lib/first-answers.ts'
import { usePageParams } from '../lib/page-params.ts'
import { titled, usePageTitle } from '../lib/page-title.ts'
import { useSeen } from '../lib/seen.ts'
import type { HeadOf, PageAddress } from '../page.ts'
import { catalogQueries } from '../products/catalog-api.ts'
import { productCount } from '../products/product-count.ts'
import { firstPicture } from '../ui/picture.tsx'
import { Breadcrumb } from './breadcrumb.tsx'
import { CollectionResults } from './collection-results.tsx'
import { FilterDrawer } from './filter-drawer.tsx'
import { FilterPanel } from './filter-panel.tsx'
import { activeFilters, choices, chosen, queryOf, searchedIn } from './filters.ts'
import { sizesOf } from './product-grid.tsx'
import { shownIn } from './shown-in.ts'
import { SortSelect } from './sort-select.tsx'
import { useFilters } from './use-filters.ts'
import { wantedColors } from './wanted-colors.ts'

export function CollectionPage() {
  const { query, params, shown: most } = useFilters()
  const { collection = 'all' } = usePageParams()
  const list = useInfiniteQuery(catalogQueries.list(query, most))
  const facets = useQuery(catalogQueries.facets(query))
  const shown = list.data?.pages.flatMap(({ items }) => items) ?? []
  const total = list.data && !list.hasNextPage ? shown.length : facets.data?.total
  const isChanging = list.isPlaceholderData
  const count = isChanging ? 'Loading...' : list.isSuccess && total !== undefined && productCount(total)
  const name = collectionName(collection, shown)
  usePageTitle(titled(nameOf(params, name)))
  useSeen(isChanging || !list.isSuccess || total === undefined ? undefined : seenOf(params, collection, total))

  return (
    <div className="wrap">
      <Breadcrumb steps={stepsTo(params, name)} />
      <h1 className="type-h1 mb-5">All Collection</h1>
      <div className="below-head -mx-(--gut) mb-4 grid grid-cols-[auto_minmax(0,1fr)] border-y border-hair bg-bleach px-(--gut) lg:mx-0 lg:-mt-19 lg:mb-8 lg:ml-auto lg:flex lg:w-fit lg:items-center lg:gap-7 lg:border-0 lg:px-3">
        <p role="status" className="num type-small sr-only text-stone lg:not-sr-only">
          {count}
        </p>
        <FilterDrawer total={total} />
        <SortSelect className="max-lg:ml-4 max-lg:min-h-13 max-lg:border-l max-lg:border-hair max-lg:pl-4" />
      </div>
      <p aria-hidden className="num type-small mb-3 text-stone lg:hidden">
        {count}
      </p>
      <div className="grid gap-8 lg:grid-cols-[248px_minmax(0,1fr)] lg:gap-14">
        <aside aria-label="Filters" ref={stickyWhenTall} className="sticky hidden self-start lg:block">
          <FilterPanel />
        </aside>
        <CollectionResults
          list={list}
          shown={shown}
          total={total}
          readings={facets.isPlaceholderData ? undefined : facets.data}
        />
      </div>
    </div>
  )
}

export function collectionQueries({ params, query: filters }: PageAddress) {
  const query = queryOf(filters, params.collection ?? 'all')
  const search = searchedIn(filters)
  return [
    catalogQueries.list(query, shownIn(filters)),
    catalogQueries.facets(query),
    catalogQueries.facets(''),
    // The page offers suggestions if the search finds no product.
    ...(search ? [catalogQueries.suggestions(search)] : []),
  ] as const
}

/** How many pictures are certain to be on the first screen. */
const FIRST_CARDS = 2

/** The gender and the category in a URL, if the shop knows them. An invented URL must not put its own text on the page. */
function known(query: URLSearchParams) {
  const of = (name: 'gender' | 'category') => choices[name].find((choice) => choice === chosen(query, name)[0])
  return { gender: of('gender'), category: of('category') }
}

/** The collection that the URL names, spelled as its products spell it. */
function collectionName(asked: string, products: readonly Product[]): string | undefined {
  const name = asked.toLowerCase()
  return name === 'all' ? undefined : products.find(({ collection }) => collection.toLowerCase() === name)?.collection
}

/** Such as "Vacation, Women, Top Wear". */
function nameOf(query: URLSearchParams, collection: string | undefined) {
  const { gender, category } = known(query)
  const search = searchedIn(query) ? 'Search' : undefined
  return [collection, search, gender, category].filter(Boolean).join(', ') || 'All Collection'
}

function stepsTo(query: URLSearchParams, collection: string | undefined) {
  const { gender, category } = known(query)
  const path = `/collections/${encodeURIComponent(collection ?? 'all')}`
  const ofGender = new URLSearchParams(gender && { gender })
  const steps = [
    { label: 'Home', to: '/' },
    { label: 'All Collection', to: '/collections/all' },
    ...(collection ? [{ label: collection, to: path }] : []),
    ...(searchedIn(query) ? [{ label: 'Search', to: '' }] : []),
    ...(gender ? [{ label: gender, to: `${path}?${ofGender}` }] : []),
    ...(category ? [{ label: category, to: '' }] : []),
  ]
  return steps.map(({ label, to }, place) => ({ label, ...(to && place < steps.length - 1 && { to }) }))
}

/** The canonical URL has only the gender and the category: the other filters show a part of the same page. */
export const collectionHead: HeadOf = (address) => {
  const { params, query } = address
  const { gender, category } = known(query)
  const filters = new URLSearchParams({ ...(gender && { gender }), ...(category && { category }) }).toString()
  const whose = gender === 'Men' ? "men's " : gender === 'Women' ? "women's " : ''
  const [list] = collectionQueries(address)
  const products = firstAnswerTo<readonly Product[]>(list) ?? []
  const collection = collectionName(params.collection ?? 'all', products)
  return {
    title: titled(nameOf(query, collection)),
    description: `All ${whose}${(category ?? 'clothes').toLowerCase()} of Selvedge: filter by size, color, material and price.`,
    canonical: `/collections/${encodeURIComponent(params.collection ?? 'all')}${filters && `?${filters}`}`,
    pictures: products
      .slice(0, FIRST_CARDS)
      .map((product) => wantedPicture(product, wantedColors(query)) ?? product.images[0])
      .flatMap((front) => (front ? [firstPicture(front.url, sizesOf('sidebar'))] : [])),
  }
}

type ListName = Extract<Seen, { what: 'list shown' }>['list']

/** The trail records a search with its term, and all other lists under fixed names. */
function seenOf(params: URLSearchParams, collection: string, results: number): Seen {
  const term = searchedIn(params)
  if (term) return { what: 'search', term, results }
  const [one, ...more] = activeFilters(params)
  if (!one) return { what: 'list shown', list: collection.toLowerCase() === 'all' ? 'all' : 'other', results }
  const names: readonly string[] = [...choices.gender, ...choices.category]
  const isNamed = more.length === 0 && names.includes(one.value)
  return { what: 'list shown', list: isNamed ? (one.value.toLowerCase() as ListName) : 'other', results }
}

const MARGIN_PX = 24
const TOP_PX = 101

/** A sticky element that is taller than the window sticks when its end has scrolled into view. */
function stickyWhenTall(element: HTMLElement | null) {
  if (!element) return
  const place = () => {
    element.style.top = `${Math.min(TOP_PX, window.innerHeight - element.offsetHeight - MARGIN_PX)}px`
  }
  const observer = new ResizeObserver(place)
  observer.observe(element)
  window.addEventListener('resize', place)
  return () => {
    observer.disconnect()
    window.removeEventListener('resize', place)
  }
}
