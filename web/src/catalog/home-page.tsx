import { lazy, Suspense } from 'react'
import { Loading } from '../ui/skeleton.tsx'
import { GenderTiles } from './gender-tiles.tsx'
import { Hero } from './hero.tsx'

/** The sections below the first screen, loaded after it. */
const HomeSections = lazy(async () => ({ default: (await import('./home-sections.tsx')).HomeSections }))

export function HomePage() {
  return (
    <>
      <title>Selvedge</title>
      <Hero />
      <GenderTiles />
      <Suspense fallback={<Waiting />}>
        <HomeSections />
      </Suspense>
    </>
  )
}

const Waiting = () => (
  <div className="min-h-screen">
    <Loading />
  </div>
)
