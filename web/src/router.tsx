import { type ComponentType, lazy } from 'react'
import { Route, Routes } from 'react-router-dom'
import { NotFoundPage } from './layout/not-found-page.tsx'
import { ShopLayout } from './layout/shop-layout.tsx'

/** Every page of the shop: its address, and the file it is loaded from. */
const pages = [
  { path: '/', Page: page(() => import('./catalog/home-page.tsx'), 'HomePage') },
  { path: '/collections/:collection', Page: page(() => import('./catalog/collection-page.tsx'), 'CollectionPage') },
  { path: '/product/:id', Page: page(() => import('./catalog/product-page.tsx'), 'ProductPage') },
  { path: '/login', Page: page(() => import('./account/login-page.tsx'), 'LoginPage') },
  { path: '/register', Page: page(() => import('./account/register-page.tsx'), 'RegisterPage') },
  { path: '/profile', Page: page(() => import('./account/profile-page.tsx'), 'ProfilePage') },
  { path: '/checkout', Page: page(() => import('./checkout/checkout-page.tsx'), 'CheckoutPage') },
  { path: '/my-orders', Page: page(() => import('./orders/my-orders-page.tsx'), 'MyOrdersPage') },
  { path: '/order/:id', Page: page(() => import('./orders/order-page.tsx'), 'OrderPage') },
]

export function Router() {
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

function page<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  return lazy(async () => ({ default: (await load())[name] }))
}
