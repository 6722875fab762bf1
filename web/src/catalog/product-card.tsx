import { FEW_LEFT } from '@shop/language/limits'
import type { Product } from '@shop/language/product/api'
import { useState } from 'react'
import { formatMoney } from '../lib/money.ts'
import { productAddress } from '../products/product-address.ts'
import { Stitches } from '../products/stitches.tsx'
import { Cloth } from '../ui/cloth.tsx'
import { Link } from '../ui/link.tsx'
import { Picture } from '../ui/picture.tsx'
import { Tape } from '../ui/tape.tsx'

type CardProps = {
  product: Product
  sizes: string
  eager?: boolean
  /** The picture in the color that the shopper filters or searches for. */
  wanted?: Product['images'][number] | undefined
}

export function ProductCard({ product, sizes, eager = false, wanted }: CardProps) {
  const { _id, name, price, countInStock, soldOutSizes, images } = product
  const front = wanted ?? images[0]
  const back = images.find(({ view, color }) => view === 'back' && color === front?.color)
  const isSoldOut = countInStock <= 0
  const [isPointedAt, setIsPointedAt] = useState(false)
  return (
    <Link
      to={productAddress(_id, wanted?.color)}
      className="group @container block min-w-0"
      draggable={false}
      onPointerEnter={() => setIsPointedAt(true)}
    >
      <div className="relative overflow-hidden">
        <Picture
          url={front?.url}
          alt={front?.altText || name}
          sizes={sizes}
          eager={eager}
          className={isSoldOut ? '[&>img]:opacity-45' : ''}
        />
        {back && !isSoldOut && isPointedAt && (
          <div className="hidden lg:group-hover:block">
            <Picture url={back.url} alt="" sizes={sizes} className="absolute inset-0 bg-transparent!" />
          </div>
        )}
        <Tape className="left-0 hidden -translate-x-full transition-transform duration-[280ms] ease-out group-hover:translate-x-0 lg:block" />
        {isSoldOut && (
          <span className="absolute bottom-0 left-0 bg-bleach px-2.5 pt-[5px] pb-1 text-[0.8125rem] font-medium">
            Sold out
          </span>
        )}
      </div>
      <div className="grid gap-x-3 gap-y-0.5 pt-2.5 text-[0.90625rem] leading-[1.35] md:@min-[210px]:grid-cols-[1fr_auto]">
        <span className="font-medium wrap-anywhere">{name}</span>
        <span className="num">{formatMoney(price)}</span>
        <span className="type-xsmall col-span-full flex min-h-5 items-center gap-2 text-stone">
          {countInStock > 0 && countInStock <= FEW_LEFT ? <Stitches left={countInStock} /> : <Dots product={product} />}
        </span>
        {!isSoldOut && soldOutSizes.length > 0 && (
          <span className="type-xsmall col-span-full text-stone">Sold out: {soldOutSizes.join(', ')}</span>
        )}
      </div>
    </Link>
  )
}

function Dots({ product: { colors, tones } }: { product: Product }) {
  if (colors.length === 0) return null
  return (
    <>
      <span aria-hidden className="flex flex-wrap gap-1">
        {colors.map((color) => (
          <svg key={color} aria-hidden viewBox="-1 -1 10 10" className="size-2.5 rounded-full">
            <Cloth tones={tones?.[color]} />
            <circle cx={4} cy={4} r={4.5} className="fill-none stroke-raw/30" />
          </svg>
        ))}
      </span>
      {colors.length} {colors.length === 1 ? 'color' : 'colors'}
    </>
  )
}
