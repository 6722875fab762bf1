import { type ComponentType, lazy, useEffect } from 'react'
import { matchPath, Route, Routes } from 'react-router-dom'
import { NotFoundPage } from './layout/not-found-page.tsx'
import { ShopLayout } from './layout/shop-layout.tsx'

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
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  )
}

function page<Name extends string>(path: string, load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  return { path, load, Page: lazy(async () => ({ default: (await load())[name] })) }
}

/** A page begins to load when its link is pointed at. */
function loadAhead({ target }: Event) {
  const link = target instanceof Element ? target.closest('a') : null
  if (!link || link.origin !== window.location.origin) return
  // When it cannot be loaded now, the click will try again and tell.
  pages
    .find(({ path }) => matchPath(path, link.pathname))
    ?.load()
    .catch(() => {})
}
