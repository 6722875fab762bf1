import { useQuery } from '@tanstack/react-query'
import { usePageTitle } from '../lib/page-title.ts'
import type { HeadOf } from '../page.ts'
import { catalogQueries, TOP_WEARS_SHOWN } from '../products/catalog-api.ts'
import { BestSeller } from './best-seller.tsx'
import { FeaturedBanner } from './featured-banner.tsx'
import { GenderTiles } from './gender-tiles.tsx'
import { Hero, heroPictures } from './hero.tsx'
import { NewArrivals } from './new-arrivals.tsx'
import { Perks } from './perks.tsx'
import { LoadingGrid, ProductGrid } from './product-grid.tsx'
import { ProductsError } from './products-error.tsx'

export function HomePage() {
  usePageTitle(TITLE)
  return (
    <>
      <Hero />
      <GenderTiles />
      <NewArrivals />
      <BestSeller />
      <TopWears />
      <FeaturedBanner />
      <Perks />
    </>
  )
}

const TITLE = 'Selvedge'

export const homeHead: HeadOf = () => ({
  title: TITLE,
  description: 'Selvedge: clothes whose edge does not fray. Shirts, denim, knitwear and outerwear, shipped worldwide.',
  canonical: '/',
  pictures: heroPictures,
})

function TopWears() {
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
