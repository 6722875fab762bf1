import type { Product } from '@shop/language/api/catalog'
import { Loading, SkeletonCard } from '../ui/skeleton.tsx'
import { ProductCard } from './product-card.tsx'

type GridProps = { products: readonly Product[]; beside?: 'sidebar'; eager?: number; colors?: readonly string[] }

export function ProductGrid({ products, beside, eager = 0, colors }: GridProps) {
  return (
    <div className={gridOf(beside)}>
      {products.map((product, place) => (
        <ProductCard
          key={product._id}
          product={product}
          sizes={sizesOf(beside)}
          eager={place < eager}
          colors={colors}
        />
      ))}
    </div>
  )
}

export function LoadingGrid({ count = 8, beside }: { count?: number; beside?: 'sidebar' }) {
  return (
    <Loading>
      <div className={gridOf(beside)}>
        {Array.from({ length: count }, (_, place) => (
          <SkeletonCard key={place} />
        ))}
      </div>
    </Loading>
  )
}

/**
 * One column under 360, two from there, three from 768, four from 1280 (spec §2). A list without
 * a sidebar has four or eight pieces: in three columns its last row would end in a gap.
 */
const gridOf = (beside: 'sidebar' | undefined) =>
  `grid gap-x-(--gap) gap-y-9 xs:grid-cols-2 md:gap-y-12 xl:grid-cols-4 xl:gap-y-14 ${beside ? 'md:grid-cols-3' : 'md:grid-cols-4'}`

/** How wide a product's picture is in such a grid. */
export const sizesOf = (beside: 'sidebar' | undefined) =>
  beside
    ? '(min-width: 1280px) 20vw, (min-width: 1024px) 23vw, (min-width: 768px) 31vw, (min-width: 360px) 46vw, 90vw'
    : '(min-width: 768px) 23vw, (min-width: 360px) 46vw, 90vw'
