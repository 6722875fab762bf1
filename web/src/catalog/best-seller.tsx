import type { BestSeller as Best } from '@shop/language/product/api'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../lib/api.ts'
import { catalogQueries } from '../products/catalog-api.ts'
import { productAddress } from '../products/product-address.ts'
import { Link } from '../ui/link.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { Picture } from '../ui/picture.tsx'
import { Loading } from '../ui/skeleton.tsx'
import { PriceWithOriginal } from './price.tsx'
import { PurchaseForm } from './purchase-form.tsx'
import { usePurchase } from './use-purchase.ts'

export function BestSeller() {
  const { data: product, error, refetch } = useQuery(catalogQueries.bestSeller())
  // An empty shop has no best seller.
  if (error instanceof ApiError && error.status === 404) return null
  return (
    <section aria-labelledby="best-seller" className="wrap pt-16 lg:pt-28">
      {product ? (
        <BestSellerView product={product} />
      ) : (
        <>
          <h2 id="best-seller" className="type-h2 mb-6">
            Best Seller
          </h2>
          {error ? (
            <LoadFailure error={error} fallback="Failed to fetch best seller product" onRetry={refetch} />
          ) : (
            <Loading>
              <div className="weft aspect-[1/1.05] lg:w-7/12" />
            </Loading>
          )}
        </>
      )}
    </section>
  )
}

function BestSellerView({ product }: { product: Best }) {
  const { _id, hasSold, name, price, description, images } = product
  const purchase = usePurchase(product)
  const address = productAddress(_id, purchase.color)
  const picture = images.find(({ color }) => color === purchase.color) ?? images[0]
  return (
    <div className="grid gap-7 lg:grid-cols-[7fr_5fr] lg:items-center lg:gap-10 xl:gap-18">
      <Link to={address} tabIndex={-1} aria-hidden>
        <Picture
          url={picture?.url}
          alt=""
          sizes="(min-width: 1024px) 54vw, 95vw"
          className="aspect-[1/1.05]! [&>img]:object-top"
        />
      </Link>
      <div className="grid gap-6">
        <div>
          <p className="type-small text-stone">{hasSold ? 'Best Seller' : 'New in'}</p>
          <h2 id="best-seller" className="type-h1 mt-1.5 mb-2.5 wrap-anywhere">
            <Link to={address} className="decoration-thread decoration-2 hover:underline">
              {name}
            </Link>
          </h2>
          <PriceWithOriginal price={price} className="type-h3" />
          <p className="type-say mt-4.5 max-w-[26em] text-rinse">{description}</p>
        </div>
        <PurchaseForm product={product} purchase={purchase} />
      </div>
    </div>
  )
}
