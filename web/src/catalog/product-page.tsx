import type { Product } from '@shop/language/product/api'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { NotFoundPage } from '../layout/not-found-page.tsx'
import { useAddressQuery } from '../lib/address-query.ts'
import { ApiError } from '../lib/api.ts'
import { firstAnswerTo } from '../lib/first-answers.ts'
import { usePageParams } from '../lib/page-params.ts'
import { titled, usePageTitle } from '../lib/page-title.ts'
import { recordSeen, useSeen } from '../lib/seen.ts'
import type { HeadOf } from '../page.ts'
import { catalogQueries } from '../products/catalog-api.ts'
import { LoadFailure } from '../ui/load-failure.tsx'
import { firstPicture } from '../ui/picture.tsx'
import { Breadcrumb } from './breadcrumb.tsx'
import { BuyBar, useOutOfSight } from './buy-bar.tsx'
import { Characteristics, Promises } from './characteristics.tsx'
import { having, searchOf } from './filters.ts'
import { Gallery, LARGE_PICTURE } from './gallery.tsx'
import { PriceWithOriginal } from './price.tsx'
import { LoadingProduct } from './product-skeleton.tsx'
import { PurchaseForm } from './purchase-form.tsx'
import { SimilarProducts } from './similar-products.tsx'
import { SizeGuide } from './size-guide.tsx'
import { usePurchase } from './use-purchase.ts'

export function ProductPage() {
  const { id = '' } = usePageParams()
  const { data: product, error, refetch } = useQuery(catalogQueries.product(id))

  if (product === null || (error instanceof ApiError && error.status === 404)) return <NotFoundPage />
  if (product) return <ProductView key={product._id} product={product} />
  if (!error) return <LoadingProduct />
  return (
    <div className="wrap py-10">
      <h1 className="sr-only">Product</h1>
      <LoadFailure error={error} fallback="Failed to fetch product" onRetry={refetch} />
    </div>
  )
}

function ProductView({ product }: { product: Product }) {
  const { _id: productId, name, brand, price, description, gender } = product
  useSeen({ what: 'product seen', productId })
  const purchase = usePurchase(product, {
    inAddress: useColorInAddress(product),
    onRefused: (size, color, error) => {
      const isSoldOut = !error || (error instanceof ApiError && error.code === 'OUT_OF_STOCK')
      if (isSoldOut) recordSeen({ what: 'refused add', productId, size, color })
    },
  })
  usePageTitle(titled(name))
  const { ref: buyRow, isOut } = useOutOfSight()
  return (
    <div className="wrap" data-gender={gender}>
      <Breadcrumb steps={stepsTo(product)} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 md:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)] md:gap-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:gap-10 xl:gap-18">
        <Gallery product={product} color={purchase.color} onColor={purchase.setColor} />
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-6 self-start lg:sticky lg:top-25">
          <div>
            <p className="type-small text-stone wrap-anywhere">{brand}</p>
            <h1 className="type-h1 mt-1 mb-3 wrap-anywhere">{name}</h1>
            <PriceWithOriginal price={price} className="text-xl" />
          </div>
          <Description text={description} />
          <PurchaseForm
            product={product}
            purchase={purchase}
            buyRow={buyRow}
            sizeGuide={<SizeGuide product={product} />}
          />
          <Characteristics product={product} />
          <Promises />
        </div>
      </div>
      <SimilarProducts id={product._id} />
      <BuyBar product={product} purchase={purchase} shown={isOut} />
    </div>
  )
}

const stepsTo = ({ gender, category }: Product) => {
  const ofGender = `gender=${encodeURIComponent(gender)}`
  return [
    ...(gender ? [{ label: gender, to: `/collections/all?${ofGender}` }] : []),
    ...(category
      ? [
          {
            label: category,
            to: `/collections/all?${gender ? `${ofGender}&` : ''}category=${encodeURIComponent(category)}`,
          },
        ]
      : []),
  ]
}

const MOST_DESCRIPTION = 200

/** The chosen color is part of the URL, so that a link keeps the color. */
function useColorInAddress(product: Product) {
  const { params, change } = useAddressQuery()
  const choose = (color: string) => change((query) => having(query, 'color', [color]), searchOf, { replace: true })
  return [namedColor(product, params), choose] as const
}

const namedColor = ({ colors }: Product, query: URLSearchParams) => {
  const named = query.get('color')?.toLowerCase()
  return colors.find((color) => color.toLowerCase() === named) ?? ''
}

export const productHead: HeadOf = ({ params: { id = '' }, query }) => {
  const product = firstAnswerTo<Product | null>(catalogQueries.product(id))
  if (product === null) return undefined
  if (!product) return { title: 'Selvedge' }
  const { _id, name, brand, description } = product
  const named = namedColor(product, query)
  const front = product.images.find(({ color }) => color && color === named) ?? product.images[0]
  return {
    title: titled(name),
    description: description.slice(0, MOST_DESCRIPTION) || `${name} by ${brand}`,
    canonical: `/product/${_id}`,
    pictures: front ? [firstPicture(front.url, LARGE_PICTURE)] : [],
    product,
  }
}

/** A text with more characters is folded. */
const LONG = 260

/** A phone shows the description below the choices. */
function Description({ text }: { text: string }) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const isLong = text.length > LONG
  return (
    <div className="max-md:order-1">
      <p id={id} className={`type-say max-w-[32em] whitespace-pre-line ${isLong && !isOpen ? 'line-clamp-4' : ''}`}>
        {text}
      </p>
      {isLong && (
        <button
          type="button"
          className="text-link"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Read less' : 'Read more'}
        </button>
      )}
    </div>
  )
}
