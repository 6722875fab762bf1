import { type ReactNode, Suspense, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { useCartDrawer } from '../cart/cart-drawer-store.ts'
import { useWhenIdle } from '../lib/load-ahead.ts'
import { Loading } from '../ui/skeleton.tsx'
import { StorageNote } from '../ui/storage-note.tsx'
import { Tape } from '../ui/tape.tsx'
import { AnnouncementBar } from './announcement-bar.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { ErrorPage } from './error-page.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { PageLoading } from './page-loading.tsx'
import { pagePart } from './page-part.tsx'
import { useArrival } from './use-arrival.ts'

export function ShopLayout({ closing = false, children }: { closing?: boolean | undefined; children: ReactNode }) {
  const { pathname } = useLocation()
  useArrival()
  return (
    <div className="relative flex min-h-screen flex-col pl-(--tape)">
      <Tape className="left-0 z-10" />
      <a
        href="#main"
        className="sr-only z-20 bg-bleach px-4 py-3 focus:not-sr-only focus:absolute focus:top-2 focus:left-6"
      >
        Skip to content
      </a>
      <AnnouncementBar />
      <Header />
      <StorageNote />
      {/* The footer begins below the first screen, so that nothing visible moves when answers arrive. */}
      <main id="main" tabIndex={-1} className="min-h-[calc(100svh-6rem)] flex-1">
        <ErrorBoundary at={pathname} fallback={<ErrorPage />}>
          <Suspense fallback={<Waiting />}>{children}</Suspense>
        </ErrorBoundary>
      </main>
      <Footer closing={closing} />
      <LazyCartDrawer />
      <PageLoading />
    </div>
  )
}

/** Keeps the footer out of sight. */
const Waiting = () => (
  <div className="min-h-screen">
    <Loading />
  </div>
)

const [CartDrawer, loadAhead] = pagePart(async () => (await import('../cart/cart-drawer.tsx')).CartDrawer)

/** After the drawer was opened, it stays mounted, so that it can slide out. */
function LazyCartDrawer() {
  const open = useCartDrawer(({ open }) => open)
  const wasOpen = useRef(false)
  wasOpen.current ||= open
  useWhenIdle(loadAhead)
  return wasOpen.current && <CartDrawer />
}
