import { useQuery } from '@tanstack/react-query'
import { catalogQueries } from './catalog-api.ts'
import { LoadingGrid, ProductGrid } from './product-grid.tsx'
import { ProductsError } from './products-error.tsx'

/** The documented section is called Top Wears and shows Bottom Wear; kept as documented (decisions P6). */
const TOP_WEARS = new URLSearchParams({ gender: 'Women', category: 'Bottom Wear' }).toString()
const SHOWN = 8

export function TopWears() {
  const { data: products, error, isPending, refetch } = useQuery(catalogQueries.some(TOP_WEARS, SHOWN))
  return (
    <section aria-labelledby="top-wears" className="wrap pt-16 lg:pt-28">
      <h2 id="top-wears" className="type-h2 mb-6 lg:mb-9">
        Top Wears for Women
      </h2>
      {isPending && <LoadingGrid count={SHOWN} />}
      {error && !products && <ProductsError error={error} onRetry={() => refetch()} />}
      {products && <ProductGrid products={products} />}
    </section>
  )
}
