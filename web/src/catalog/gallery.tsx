import type { Product } from '@shop/language/product/api'
import { useMemo, useState } from 'react'
import { pagePart } from '../layout/page-part.tsx'
import { Picture } from '../ui/picture.tsx'
import { useSwiped } from './use-swiped.ts'

const [LargePictures, loadAhead] = pagePart(async () => (await import('./large-pictures.tsx')).LargePictures)

type GalleryProps = { product: Product; color: string; onColor: (color: string) => void }

export function Gallery({ product: given, color, onColor }: GalleryProps) {
  const product = useColorFirst(given, color)
  const { name, images, countInStock } = product
  const { place, look } = useShownPicture(product, color, onColor)
  const swiped = useSwiped(place, look)
  const [isLarge, setLarge] = useState(false)
  const isSoldOut = countInStock <= 0
  const closeLarge = () => {
    setLarge(false)
    // The button that opened the dialog can be hidden now, so the visible picture gets the focus.
    swiped.ref.current?.querySelector<HTMLElement>('button:not([tabindex])')?.focus({ preventScroll: true })
  }
  return (
    <div className="-mx-(--gut) grid grid-cols-[minmax(0,1fr)] content-start gap-2 md:mx-0 lg:grid-cols-[4.75rem_minmax(0,1fr)] lg:gap-3">
      <div className="relative lg:col-start-2 lg:row-start-1">
        {images.length === 0 && <Picture url={undefined} alt="" sizes={LARGE_PICTURE} className={onPhone} />}
        <ul {...swiped} className="no-scrollbar flex snap-x snap-mandatory scroll-smooth max-md:overflow-x-auto">
          {images.map(({ url, altText }, other) => (
            <li key={url} className={`relative w-full flex-none snap-center ${other === place ? '' : 'md:hidden'}`}>
              <button
                type="button"
                className="block w-full cursor-zoom-in outline-offset-[-4px]"
                tabIndex={other === place ? undefined : -1}
                onPointerEnter={loadAhead}
                onClick={() => setLarge(true)}
              >
                <Picture
                  url={url}
                  alt={altText || name}
                  sizes={LARGE_PICTURE}
                  first={other === 0}
                  className={`${onPhone} ${isSoldOut ? '[&>img]:opacity-45' : ''}`}
                />
                <span className="sr-only">, open large</span>
              </button>
            </li>
          ))}
        </ul>
        {isSoldOut && (
          <span className="absolute bottom-0 left-0 bg-bleach px-2.5 pt-[5px] pb-1 text-[0.8125rem] font-medium">
            Sold out
          </span>
        )}
        {images.length > 1 && (
          <span
            aria-hidden
            className="num absolute right-0 bottom-0 bg-bleach px-2.5 pt-[5px] pb-1 text-[0.8125rem] md:hidden"
          >
            {place + 1} / {images.length}
          </span>
        )}
      </div>
      {images.length > 1 && <Thumbnails product={product} place={place} onLook={look} />}
      {isLarge && <LargePictures product={product} place={place} onLook={look} onClose={closeLarge} />}
    </div>
  )
}

/** The pictures of the initially chosen color come first, as in the server-drawn view. */
function useColorFirst(product: Product, color: string): Product {
  const [first] = useState(color)
  return useMemo(() => {
    const isFirst = (image: Product['images'][number]) => Number(image.color === first)
    return { ...product, images: product.images.toSorted((one, other) => isFirst(other) - isFirst(one)) }
  }, [product, first])
}

/** Viewing a picture of a color chooses the color. Choosing a color elsewhere shows the color's first picture. */
function useShownPicture({ images, colors }: Product, color: string, onColor: (color: string) => void) {
  const [shown, show] = useState({ color: '', place: 0 })
  if (shown.color !== color) {
    const first = images.findIndex((image) => image.color === color)
    show({ color, place: first < 0 || images[shown.place]?.color === color ? shown.place : first })
  }
  return {
    place: shown.place,
    look(place: number) {
      const next = images[place]?.color
      show((before) => ({ ...before, place }))
      if (next && next !== color && colors.includes(next)) onColor(next)
    },
  }
}

/** On a phone, a picture shows the whole garment in less than half of the screen. */
const onPhone = 'max-md:aspect-auto max-md:h-[46svh] max-md:[&>img]:object-contain'

type ThumbnailsProps = { product: Product; place: number; onLook: (place: number) => void }

const Thumbnails = ({ product: { images }, place, onLook }: ThumbnailsProps) => (
  <ul className="no-scrollbar -my-0.5 -mx-0.5 flex gap-2 overflow-x-auto px-0.5 py-0.5 max-md:hidden lg:flex-col lg:overflow-visible">
    {images.map((picture, other) => (
      <li key={picture.url} className="flex-none">
        <button
          type="button"
          aria-label={`Picture ${other + 1} of ${images.length}${picture.color ? `, ${picture.color}` : ''}`}
          aria-pressed={other === place}
          onClick={() => onLook(other)}
          className="block w-16 border-b-3 border-transparent outline-offset-0 hover:border-faded aria-pressed:border-thread lg:w-19"
        >
          {/* The first picture is loaded in its large width anyway, so its thumbnail uses the same file. */}
          <Picture url={picture.url} alt="" sizes={other === 0 ? LARGE_PICTURE : '76px'} />
        </button>
      </li>
    ))}
  </ul>
)

export const LARGE_PICTURE = '(min-width: 1024px) 47vw, (min-width: 768px) 48vw, 100vw'
