import { useQuery } from '@tanstack/react-query'
import { catalogQueries } from '../products/catalog-api.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Loading } from '../ui/skeleton.tsx'
import { ProductCard } from './product-card.tsx'
import { ProductsError } from './products-error.tsx'

export function FeaturedBanner() {
  const { data: products, error, isPending, refetch } = useQuery(catalogQueries.featured())
  return (
    <section aria-labelledby="featured" className="mt-16 bg-wash py-12 lg:mt-32 lg:py-22">
      <div className="wrap grid gap-8 lg:grid-cols-[4fr_8fr] lg:gap-14">
        <div className="flex flex-col items-start">
          <h2 id="featured" className="type-h1">
            Cut once, worn for years
          </h2>
          <p className="type-say mt-3.5 mb-6 max-w-[22em]">Four pieces that go with everything you already own.</p>
          <ButtonLink to="/collections/all" className="mt-auto">
            Shop All
          </ButtonLink>
        </div>
        <div className="grid grid-cols-2 gap-x-(--gap) gap-y-7 md:grid-cols-4">
          {isPending && (
            <div className="col-span-full">
              <Loading>
                <div className="weft aspect-[8/3]" />
              </Loading>
            </div>
          )}
          {error && !products && (
            <div className="col-span-full">
              <ProductsError error={error} onRetry={() => refetch()} />
            </div>
          )}
          {products?.map((product) => (
            <ProductCard
              key={product._id}
              product={product}
              sizes="(min-width: 1024px) 15vw, (min-width: 768px) 22vw, 45vw"
            />
          ))}
        </div>
      </div>
    </section>
  )
}
