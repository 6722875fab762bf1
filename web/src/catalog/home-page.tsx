import { BestSeller } from './best-seller.tsx'
import { FeaturedBanner } from './featured-banner.tsx'
import { GenderTiles } from './gender-tiles.tsx'
import { Hero } from './hero.tsx'
import { NewArrivals } from './new-arrivals.tsx'
import { Perks } from './perks.tsx'
import { TopWears } from './top-wears.tsx'

export function HomePage() {
  return (
    <>
      <title>Selvedge</title>
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
