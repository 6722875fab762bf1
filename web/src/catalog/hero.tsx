import { ArrowRight } from 'lucide-react'
import { ButtonLink } from '../ui/button.tsx'
import { ClothesLine } from '../ui/clothes-line.tsx'
import chinos320 from './pictures/line-chinos-320.webp'
import chinos640 from './pictures/line-chinos-640.webp'
import dress320 from './pictures/line-dress-320.webp'
import dress640 from './pictures/line-dress-640.webp'
import shorts320 from './pictures/line-shorts-320.webp'
import shorts640 from './pictures/line-shorts-640.webp'
import tank320 from './pictures/line-tank-320.webp'
import tank640 from './pictures/line-tank-640.webp'
import tee320 from './pictures/line-tee-320.webp'
import tee640 from './pictures/line-tee-640.webp'

const tee = { src: tee320, srcSet: `${tee320} 320w, ${tee640} 640w`, ratio: 640 / 674, pegs: [0.29, 0.71] }
const shorts = { src: shorts320, srcSet: `${shorts320} 320w, ${shorts640} 640w`, ratio: 640 / 561, pegs: [0.18, 0.82] }
const tank = { src: tank320, srcSet: `${tank320} 320w, ${tank640} 640w`, ratio: 640 / 856, pegs: [0.26, 0.74] }
const chinos = { src: chinos320, srcSet: `${chinos320} 320w, ${chinos640} 416w`, ratio: 416 / 900, pegs: [0.14, 0.86] }
const dress = { src: dress320, srcSet: `${dress320} 320w, ${dress640} 530w`, ratio: 530 / 900, pegs: [0.34, 0.66] }

/** Widths follow the pieces' true size; the long ones hang right, so that the heading sits under the short ones. */
const wide = {
  line: { from: 11.2, to: 6.4, sag: 5.6 },
  pieces: [
    { ...tee, left: 3.4, width: 20, tuck: 1.2, tilt: 0.6 },
    { ...shorts, left: 27, width: 16, tuck: 0.8, tilt: -0.5 },
    { ...tank, left: 47.5, width: 14, tuck: 0.4, tilt: 0.5 },
    { ...chinos, left: 66.4, width: 14.4, tuck: 0.8, tilt: -0.4 },
    { ...dress, left: 84, width: 18.4, tuck: 1, tilt: 0.6 },
  ],
}
const narrow = {
  line: { from: 9, to: 6.5, sag: 2.6 },
  pieces: [
    { ...tee, left: 3, width: 62, tuck: 1, tilt: 0.5 },
    { ...shorts, left: 69, width: 52, tuck: 0.6, tilt: -0.4 },
  ],
}

export function Hero() {
  return (
    <section className="sky relative isolate h-[620px] overflow-hidden md:h-[560px] lg:h-[min(54.5vw,860px)]">
      <ClothesLine {...narrow} className="md:hidden" />
      <ClothesLine {...wide} className="hidden md:block" />
      <h1 className="type-display absolute bottom-28 left-[calc(var(--gut)-0.04em)] max-w-[4.2em] sm:max-w-none sm:whitespace-nowrap md:bottom-[116px] lg:bottom-[110px]">
        Vacation Ready
      </h1>
      <div className="absolute inset-x-(--gut) bottom-8 flex items-center gap-6 md:bottom-11">
        <ButtonLink to="/collections/all">
          Shop Now
          <ArrowRight aria-hidden />
        </ButtonLink>
        <p className="type-say hidden max-w-[24em] lg:block">
          Loose cotton and washed denim, cut for bags that are too small and days that are long enough.
        </p>
      </div>
    </section>
  )
}
