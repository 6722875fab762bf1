import type { Product } from '@shop/language/api/catalog'
import type { Image } from '@shop/language/api/picture'
import { useState } from 'react'
import { Picture } from '../ui/picture.tsx'

/** Begins with the front of the chosen color, if there is one. Give it the color as key: it then begins anew. */
export function Gallery({ product, color }: { product: Product; color: string }) {
  const pictures = picturesOf(product, color)
  const [place, setPlace] = useState(() => pictures.findIndex((picture) => picture.color === color))
  const shown = pictures[place] ?? pictures[0]
  const isSoldOut = product.countInStock <= 0
  return (
    <div className="-mx-(--gut) grid content-start gap-2 md:mx-0 lg:grid-cols-[76px_minmax(0,1fr)] lg:gap-3">
      <div className="relative lg:col-start-2 lg:row-start-1">
        <Picture
          url={shown?.url}
          alt={shown?.altText || product.name}
          sizes={LARGE_PICTURE}
          first
          className={isSoldOut ? '[&>img]:opacity-45' : ''}
        />
        {isSoldOut && (
          <span className="absolute bottom-0 left-0 bg-bleach px-2.5 pt-[5px] pb-1 text-[13px] font-medium">
            Sold out
          </span>
        )}
      </div>
      {product.images.length > 1 && (
        <ul className="no-scrollbar -my-0.5 flex gap-2 overflow-x-auto px-(--gut) py-0.5 md:-mx-0.5 md:px-0.5 lg:flex-col lg:overflow-visible">
          {pictures.map((picture, other) => (
            <li key={picture.url} className="flex-none">
              <button
                type="button"
                aria-label={`Picture ${other + 1} of ${pictures.length}`}
                aria-pressed={picture === shown}
                onClick={() => setPlace(other)}
                className="block w-16 border-b-3 border-transparent outline-offset-0 hover:border-faded aria-pressed:border-thread lg:w-19"
              >
                {/* The first is on its way in its large width anyway: it is not asked for in another. */}
                <Picture
                  url={picture.url}
                  alt=""
                  sizes={picture === product.images[0] ? LARGE_PICTURE : '76px'}
                  eager
                />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

export const LARGE_PICTURE = '(min-width: 1024px) 47vw, (min-width: 768px) 48vw, 100vw'

/** Those of the chosen color; a single one is shown among all others. */
function picturesOf({ images }: Product, color: string): readonly Image[] {
  const ofColor = images.filter((image) => image.color === color)
  return color && ofColor.length > 1 ? ofColor : images
}
