import { Suspense } from 'react'
import { Outlet } from 'react-router-dom'
import { Loading } from '../ui/skeleton.tsx'
import { Tape } from '../ui/tape.tsx'

export function ShopLayout() {
  return (
    <div className="relative min-h-screen pl-(--tape)">
      <Tape className="left-0 z-10" />
      <main id="main" tabIndex={-1}>
        <Suspense fallback={<Loading />}>
          <Outlet />
        </Suspense>
      </main>
    </div>
  )
}
