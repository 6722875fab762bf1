import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { matchPath, Route, Routes } from 'react-router-dom'
import { awaitPage } from './layout/page-loading.tsx'
import { ShopLayout } from './layout/shop-layout.tsx'
import { inBrowser } from './lib/in-browser.ts'
import { Loading } from './ui/skeleton.tsx'

/** Every page of the shop: its address, and the file it is loaded from. */
const pages = [
  page('/', () => import('./catalog/home-page.tsx'), 'HomePage'),
  page('/collections/:collection', () => import('./catalog/collection-page.tsx'), 'CollectionPage'),
  page('/product/:id', () => import('./catalog/product-page.tsx'), 'ProductPage'),
  page('/login', () => import('./account/login-page.tsx'), 'LoginPage'),
  page('/register', () => import('./account/register-page.tsx'), 'RegisterPage'),
  page('/profile', () => import('./account/profile-page.tsx'), 'ProfilePage'),
  page('/checkout', () => import('./checkout/checkout-page.tsx'), 'CheckoutPage'),
  page('/order-confirmation', () => import('./checkout/confirmation-page.tsx'), 'ConfirmationPage'),
  page('/my-orders', () => import('./orders/my-orders-page.tsx'), 'MyOrdersPage'),
  page('/order/:id', () => import('./orders/order-page.tsx'), 'OrderPage'),
]

const notFound = page('*', () => import('./layout/not-found-page.tsx'), 'NotFoundPage')
const AdminLayout = lazy(async () => ({ default: (await import('./layout/admin-layout.tsx')).AdminLayout }))
const adminPages = [
  page('/admin', () => import('./admin/dashboard/dashboard-page.tsx'), 'DashboardPage'),
  page('/admin/users', () => import('./admin/users/users-page.tsx'), 'UsersPage'),
  page('/admin/products', () => import('./admin/products/products-page.tsx'), 'ProductsPage'),
  page('/admin/products/new', () => import('./admin/products/new-product-page.tsx'), 'NewProductPage'),
  page('/admin/products/:id/edit', () => import('./admin/products/edit-product-page.tsx'), 'EditProductPage'),
  page('/admin/orders', () => import('./admin/orders/orders-page.tsx'), 'OrdersPage'),
  page('/admin/orders/:id', () => import('./admin/orders/order-page.tsx'), 'OrderPage'),
]

export function Router() {
  useEffect(() => {
    document.addEventListener('pointerover', loadAhead)
    document.addEventListener('focusin', loadAhead)
    return () => {
      document.removeEventListener('pointerover', loadAhead)
      document.removeEventListener('focusin', loadAhead)
    }
  }, [])
  return (
    <Routes>
      <Route element={<ShopLayout />}>
        {pages.map(({ path, Page }) => (
          <Route key={path} path={path} element={<Page />} />
        ))}
        <Route path="*" element={<notFound.Page />} />
      </Route>
      <Route
        element={
          <Suspense fallback={<Loading />}>
            <AdminLayout />
          </Suspense>
        }
      >
        {adminPages.map(({ path, Page }) => (
          <Route key={path} path={path} element={<Page />} />
        ))}
      </Route>
    </Routes>
  )
}

function page<Name extends string>(path: string, from: () => Promise<Record<Name, ComponentType>>, name: Name) {
  let loaded: ComponentType | undefined
  const load = async () => {
    loaded = (await from())[name]
    return { default: loaded }
  }
  const Lazy = lazy(() => awaitPage(load))
  /** What is there already is shown without a moment of waiting; where it is only drawn, nothing is waited for. */
  function Page() {
    const [Now] = useState(() => loaded ?? (inBrowser ? Lazy : undefined))
    return Now && <Now />
  }
  return { path, load, Page }
}

/** Resolves when the page at this address can be shown at once, or cannot be loaded now. */
export async function loadPage(pathname: string): Promise<void> {
  await pageAt(pathname)
    .load()
    .catch(() => {})
}

const pageAt = (pathname: string) => [...pages, ...adminPages].find(({ path }) => matchPath(path, pathname)) ?? notFound

/** A page begins to load when its link is pointed at. */
function loadAhead({ target }: Event) {
  const link = target instanceof Element ? target.closest('a') : null
  if (!link || link.origin !== window.location.origin) return
  void loadPage(link.pathname)
}
