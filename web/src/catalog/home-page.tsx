import { usePageTitle } from '../lib/page-title.ts'
import type { HeadOf } from '../page.ts'
import { BestSeller } from './best-seller.tsx'
import { FeaturedBanner } from './featured-banner.tsx'
import { GenderTiles } from './gender-tiles.tsx'
import { Hero, heroPictures } from './hero.tsx'
import { NewArrivals } from './new-arrivals.tsx'
import { Perks } from './perks.tsx'
import { TopWears } from './top-wears.tsx'

export function HomePage() {
  usePageTitle(TITLE)
  return (
    <>
      <Hero />
      <GenderTiles />
      <NewArrivals />
      <BestSeller />
      <TopWears />
      <FeaturedBanner />
      <Perks />
    </>
  )
}

const TITLE = 'Selvedge'

export const homeHead: HeadOf = () => ({
  title: TITLE,
  description: 'Selvedge: clothes whose edge does not fray. Shirts, denim, knitwear and outerwear, shipped worldwide.',
  canonical: '/',
  pictures: heroPictures,
})
