import type { Product } from '@shop/shared/api/catalog'
import { Loading, SkeletonCard } from '../ui/skeleton.tsx'
import { ProductCard } from './product-card.tsx'

type GridProps = { products: readonly Product[]; beside?: 'sidebar'; eager?: number }

/** One column under 360, two from there, three from 768, four from 1280 (specification 2). */
export function ProductGrid({ products, beside, eager = 0 }: GridProps) {
  return (
    <div className={grid}>
      {products.map((product, place) => (
        <ProductCard key={product._id} product={product} sizes={sizesOf(beside)} eager={place < eager} />
      ))}
    </div>
  )
}

export function LoadingGrid({ count = 8 }: { count?: number }) {
  return (
    <Loading>
      <div className={grid}>
        {Array.from({ length: count }, (_, place) => (
          <SkeletonCard key={place} />
        ))}
      </div>
    </Loading>
  )
}

const grid = 'grid gap-x-(--gap) gap-y-9 xs:grid-cols-2 md:grid-cols-3 md:gap-y-12 xl:grid-cols-4 xl:gap-y-14'

const sizesOf = (beside: 'sidebar' | undefined) =>
  `(min-width: 1280px) ${beside ? '20vw' : '23vw'}, (min-width: 1024px) ${beside ? '23vw' : '31vw'}, (min-width: 768px) 31vw, (min-width: 360px) 46vw, 90vw`
