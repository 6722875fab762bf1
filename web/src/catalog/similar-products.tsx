import { useQuery } from '@tanstack/react-query'
import { catalogQueries } from '../products/catalog-api.ts'
import { LoadingGrid, ProductGrid } from './product-grid.tsx'
import { ProductsError } from './products-error.tsx'

export function SimilarProducts({ id }: { id: string }) {
  const { data: products, error, isPending, refetch } = useQuery(catalogQueries.similar(id))
  if (products?.length === 0) return null
  return (
    <section aria-labelledby="similar" className="pt-16 lg:pt-28">
      <h2 id="similar" className="type-h2 mb-6 lg:mb-9">
        Similar Products
      </h2>
      {isPending && <LoadingGrid count={4} />}
      {error && !products && (
        <ProductsError error={error} fallback="Failed to fetch similar products" onRetry={() => refetch()} />
      )}
      {products && <ProductGrid products={products} />}
    </section>
  )
}
