import { BestSeller } from './best-seller.tsx'
import { FeaturedBanner } from './featured-banner.tsx'
import { NewArrivals } from './new-arrivals.tsx'
import { Perks } from './perks.tsx'
import { TopWears } from './top-wears.tsx'

export function HomeSections() {
  return (
    <>
      <NewArrivals />
      <BestSeller />
      <TopWears />
      <FeaturedBanner />
      <Perks />
    </>
  )
}
