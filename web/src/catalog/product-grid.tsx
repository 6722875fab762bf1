import type { Product } from '@shop/language/product/api'
import { Loading, SkeletonCard } from '../ui/skeleton.tsx'
import { ProductCard } from './product-card.tsx'

type GridProps = {
  products: readonly Product[]
  beside?: 'sidebar'
  eager?: number
  wantedOf?: (product: Product) => Product['images'][number] | undefined
}

export function ProductGrid({ products, beside, eager = 0, wantedOf }: GridProps) {
  return (
    <div className={gridOf(beside)}>
      {products.map((product, place) => (
        <ProductCard
          key={product._id}
          product={product}
          sizes={sizesOf(beside)}
          eager={place < eager}
          wanted={wantedOf?.(product)}
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
 * One column below 360 px, two from 360 px, three from 768 px, four from 1280 px (spec §2). A list without a sidebar has four columns from
 * 768 px, because it has four or eight pieces.
 */
const gridOf = (beside: 'sidebar' | undefined) =>
  `grid gap-x-(--gap) gap-y-9 xs:grid-cols-2 md:gap-y-12 xl:grid-cols-4 xl:gap-y-14 ${beside ? 'md:grid-cols-3' : 'md:grid-cols-4'}`

export const sizesOf = (beside: 'sidebar' | undefined) =>
  beside
    ? '(min-width: 1280px) 20vw, (min-width: 1024px) 23vw, (min-width: 768px) 31vw, (min-width: 360px) 46vw, 90vw'
    : '(min-width: 768px) 23vw, (min-width: 360px) 46vw, 90vw'
