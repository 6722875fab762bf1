import { Link } from '../ui/link.tsx'
import men480 from './pictures/tile-men-480.webp'
import men800 from './pictures/tile-men-800.webp'
import men1100 from './pictures/tile-men-1100.webp'
import women480 from './pictures/tile-women-480.webp'
import women800 from './pictures/tile-women-800.webp'
import women1100 from './pictures/tile-women-1100.webp'

const tiles = [
  {
    gender: 'Women',
    src: women800,
    srcSet: `${women480} 480w, ${women800} 800w, ${women1100} 1100w`,
    ground: 'bg-wash',
  },
  { gender: 'Men', src: men800, srcSet: `${men480} 480w, ${men800} 800w, ${men1100} 1100w`, ground: 'bg-studio' },
]

export function GenderTiles() {
  return (
    <section aria-label="Women and Men" className="wrap pt-(--gap)">
      <div className="grid grid-cols-2 gap-(--gap)">
        {tiles.map(({ gender, src, srcSet, ground }) => (
          <Link key={gender} to={`/collections/all?gender=${gender}`} className="group block">
            <div className={`aspect-4/5 overflow-hidden md:aspect-[1/0.98] ${ground}`}>
              <img
                src={src}
                srcSet={srcSet}
                sizes="(min-width: 768px) 46vw, 56vw"
                alt=""
                width={1100}
                height={1100}
                loading="lazy"
                decoding="async"
                className="size-full object-cover"
              />
            </div>
            <div className="flex flex-col items-start pt-3 md:flex-row md:items-center md:justify-between md:pt-3.5">
              <h2 className="type-h2">{gender}</h2>
              <span className="text-link group-hover:decoration-thread group-hover:decoration-2">Shop Now</span>
            </div>
          </Link>
        ))}
      </div>
    </section>
  )
}
