import { type ComponentType, lazy } from 'react'
import { Route, Routes } from 'react-router-dom'
import { NotFoundPage } from './layout/not-found-page.tsx'
import { ShopLayout } from './layout/shop-layout.tsx'

/** Every page of the shop: its address, and the file it is loaded from. */
const pages = [{ path: '/', Page: page(() => import('./catalog/home-page.tsx'), 'HomePage') }]

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
