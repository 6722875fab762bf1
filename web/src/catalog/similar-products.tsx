import { useQuery } from '@tanstack/react-query'
import { messageOf } from '../lib/api.ts'
import { Note } from '../ui/note.tsx'
import { catalogQueries } from './catalog-api.ts'
import { LoadingGrid, ProductGrid } from './product-grid.tsx'

export function SimilarProducts({ id }: { id: string }) {
  const { data: products, error, isPending } = useQuery(catalogQueries.similar(id))
  if (products?.length === 0) return null
  return (
    <section aria-labelledby="similar" className="pt-16 lg:pt-28">
      <h2 id="similar" className="type-h2 mb-6 lg:mb-9">
        Similar Products
      </h2>
      {isPending && <LoadingGrid count={4} />}
      {error && <Note tone="bad">Error loading products: {messageOf(error, 'Failed to fetch similar products')}</Note>}
      {products && <ProductGrid products={products} />}
    </section>
  )
}
