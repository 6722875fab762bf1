import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { awaitCode } from './layout/page-loading.tsx'
import { ShopLayout } from './layout/shop-layout.tsx'
import { inBrowser } from './lib/in-browser.ts'
import { ParamsContext } from './lib/page-params.ts'
import { usePageTitle } from './lib/page-title.ts'
import type { Page } from './page.ts'
import { pageAt } from './page-at.ts'
import { allPages, notFoundPage, staffAreas } from './pages.ts'
import { Loading } from './ui/skeleton.tsx'

export function Router() {
  const { pathname } = useLocation()
  const { page, params } = pageAt(pathname)
  useEffect(() => {
    document.addEventListener('pointerover', loadAhead)
    document.addEventListener('focusin', loadAhead)
    return () => {
      document.removeEventListener('pointerover', loadAhead)
      document.removeEventListener('focusin', loadAhead)
    }
  }, [])
  const shown = (
    <ParamsContext value={params}>
      <Shown key={page.path} page={page} />
    </ParamsContext>
  )
  const Layout = staffLayouts.find(([pages]) => pages.includes(page))?.[1]
  if (!Layout) return <ShopLayout closing={page.closing}>{shown}</ShopLayout>
  return (
    <Suspense fallback={<Loading />}>
      <Layout>{shown}</Layout>
    </Suspense>
  )
}

/** Loads the page at this path, so that it is shown without suspending. Resolves even if loading fails. */
export async function loadPage(pathname: string): Promise<void> {
  await load(pageAt(pathname).page).catch(() => {})
}

const staffLayouts = staffAreas.map(
  ([pages, loadLayout]) => [pages, lazy(async () => ({ default: await loadLayout() }))] as const,
)

function Shown({ page }: { page: Page }) {
  // A loaded component does not suspend. On the server no component suspends.
  const [Component] = useState(() => loaded.get(page) ?? (inBrowser ? waitedFor.get(page) : undefined))
  return (
    <>
      {'title' in page.head && <Title title={page.head.title} />}
      {Component && <Component />}
    </>
  )
}

function Title({ title }: { title: string }) {
  usePageTitle(title)
  return null
}

const loaded = new Map<Page, ComponentType>()
const waitedFor = new Map(
  [...allPages, notFoundPage].map((page) => [page, lazy(async () => ({ default: await awaitCode(() => load(page)) }))]),
)

async function load(page: Page): Promise<ComponentType> {
  const component = await page.load()
  loaded.set(page, component)
  return component
}

function loadAhead({ target }: Event) {
  const link = target instanceof Element ? target.closest('a') : null
  if (!link || link.origin !== window.location.origin) return
  void loadPage(link.pathname)
}
