import type { FirstPicture } from '../page.ts'
import { ButtonLink } from '../ui/button.tsx'
import { ArrowRight } from '../ui/icons/icons.tsx'
import phone480 from './pictures/hero-phone-480.avif'
import phoneFallback from './pictures/hero-phone-480.webp'
import phone800 from './pictures/hero-phone-800.avif'
import phone1200 from './pictures/hero-phone-1200.avif'
import wide1200 from './pictures/hero-wide-1200.avif'
import wideFallback from './pictures/hero-wide-1200.webp'
import wide1800 from './pictures/hero-wide-1800.avif'
import wide2400 from './pictures/hero-wide-2400.avif'

const WIDE = '(min-width: 768px)'
const wide = `${wide1200} 1200w, ${wide1800} 1800w, ${wide2400} 2400w`
const phone = `${phone480} 480w, ${phone800} 800w, ${phone1200} 1200w`

export const heroPictures: readonly FirstPicture[] = [
  { srcSet: wide, sizes: '100vw', media: WIDE },
  { srcSet: phone, sizes: '100vw', media: `not all and ${WIDE}` },
]

export function Hero() {
  return (
    <section className="sky relative isolate h-[calc(126vw+128px)] sm:h-[calc(94vw+128px)] overflow-hidden md:h-[560px] lg:h-[min(54.5vw,860px)]">
      <Thread height={88} path="M0 14.3Q50 20.5 100 10.3" className="md:hidden" />
      <Thread height={41} path="M0 6.1Q50 10.9 100 3.5" className="hidden md:block" />
      <picture>
        <source media={WIDE} type="image/avif" srcSet={wide} sizes="100vw" width={1200} height={492} />
        <source media={WIDE} srcSet={wideFallback} width={1200} height={492} />
        <source type="image/avif" srcSet={phone} sizes="100vw" width={480} height={422} />
        <img
          src={phoneFallback}
          alt=""
          width={480}
          height={422}
          fetchPriority="high"
          className="absolute inset-x-0 top-0 h-auto w-full"
        />
      </picture>
      <h1 className="type-display absolute bottom-28 left-[calc(var(--edge)-0.04em)] max-w-[4.2em] sm:max-w-none sm:whitespace-nowrap md:bottom-[116px] lg:bottom-[110px]">
        Vacation Ready
      </h1>
      <div className="absolute inset-x-(--edge) bottom-8 flex items-center gap-6 md:bottom-11">
        <ButtonLink to="/collections/all">
          Shop Now
          <ArrowRight />
        </ButtonLink>
        <p className="type-say hidden max-w-[24em] lg:block">
          Loose cotton and washed denim, light in your bag and comfortable on long days.
        </p>
      </div>
    </section>
  )
}

/** `path` is in hundredths of the page's width. */
function Thread({ path, height, className }: { path: string; height: number; className: string }) {
  return (
    <svg
      aria-hidden
      viewBox={`0 0 100 ${height}`}
      className={`absolute inset-x-0 top-0 w-full ${className}`}
      fill="none"
    >
      <path d={path} vectorEffect="non-scaling-stroke" className="stroke-thread stroke-[2.5]" />
    </svg>
  )
}
