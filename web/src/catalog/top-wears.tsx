import { useQuery } from '@tanstack/react-query'
import { catalogQueries, TOP_WEARS_SHOWN } from '../products/catalog-api.ts'
import { LoadingGrid, ProductGrid } from './product-grid.tsx'
import { ProductsError } from './products-error.tsx'

export function TopWears() {
  const { data: products, error, isPending, refetch } = useQuery(catalogQueries.topWears())
  return (
    <section aria-labelledby="top-wears" className="wrap pt-16 lg:pt-28">
      <h2 id="top-wears" className="type-h2 mb-6 lg:mb-9">
        Top Wears for Women
      </h2>
      {isPending && <LoadingGrid count={TOP_WEARS_SHOWN} />}
      {error && !products && <ProductsError error={error} onRetry={() => refetch()} />}
      {products && <ProductGrid products={products} />}
    </section>
  )
}
