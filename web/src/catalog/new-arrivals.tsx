import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { catalogQueries } from '../products/catalog-api.ts'
import { ArrowLeft, ArrowRight } from '../ui/icons/icons.tsx'
import { Loading } from '../ui/skeleton.tsx'
import { ProductCard } from './product-card.tsx'
import { useCarousel } from './use-carousel.ts'

const ARROW_PX = 300

export function NewArrivals() {
  const { data: products = [], error, isPending } = useQuery(catalogQueries.newArrivals())
  const track = useRef<HTMLDivElement>(null)
  const { atStart, atEnd, share, progress, drag } = useCarousel(track, products.length)
  // A failure is only logged (spec §8).
  useEffect(() => {
    if (error) console.error(error)
  }, [error])

  if (!isPending && products.length === 0) return null
  const scroll = (left: number) => track.current?.scrollBy({ left, behavior: 'smooth' })
  return (
    <section aria-labelledby="new-arrivals" className="pt-16 lg:pt-28">
      <div className="wrap mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3 lg:mb-9">
        <h2 id="new-arrivals" className="type-h2">
          New Arrivals
        </h2>
        <div className="flex gap-2">
          {arrow('Scroll left', <ArrowLeft />, { isDisabled: atStart, onClick: () => scroll(-ARROW_PX) })}
          {arrow('Scroll right', <ArrowRight />, { isDisabled: atEnd, onClick: () => scroll(ARROW_PX) })}
        </div>
      </div>
      {isPending && (
        <div className="wrap">
          <Loading>
            <div className="weft h-120" />
          </Loading>
        </div>
      )}
      <div
        ref={track}
        {...drag}
        className="no-scrollbar -my-1.5 flex select-none scroll-px-(--edge) gap-(--gap) overflow-x-auto px-(--edge) py-1.5 pointer-coarse:snap-x pointer-coarse:snap-mandatory"
      >
        {products.map((product) => (
          <div key={product._id} className="flex-[0_0_74%] snap-start sm:flex-[0_0_43%] lg:flex-[0_0_29.5%]">
            <ProductCard product={product} sizes="(min-width: 1024px) 29vw, (min-width: 640px) 42vw, 66vw" />
          </div>
        ))}
      </div>
      <div aria-hidden className="wrap mt-7">
        <div className="h-0.5 overflow-hidden bg-hair">
          <div
            className="h-full origin-left bg-thread"
            style={
              share < 1 ? { transform: `translateX(${progress * (1 - share) * 100}%) scaleX(${share})` } : undefined
            }
          />
        </div>
      </div>
    </section>
  )
}

const arrow = (
  label: string,
  icon: ReactNode,
  { isDisabled, onClick }: { isDisabled: boolean; onClick: () => void },
) => (
  <button
    type="button"
    aria-label={label}
    disabled={isDisabled}
    className="grid size-11 place-items-center border border-worn hover:border-raw disabled:border-hair disabled:text-worn"
    onClick={onClick}
  >
    {icon}
  </button>
)
