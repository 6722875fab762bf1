import { expect, test } from 'vitest'
import { pageAt } from './page-at.ts'
import { notFoundPage } from './pages.ts'

test.each([
  ['/', '/', {}],
  ['/Login/', '/login', {}],
  ['/collections/all//', '/collections/:collection', { collection: 'all' }],
  ['/product/a%20b.c', '/product/:id', { id: 'a b.c' }],
  ['/product/%E0%A4%A', '/product/:id', { id: '%E0%A4%A' }],
  ['/admin/products/new', '/admin/products/new', {}],
  ['/admin/products/7/edit', '/admin/products/:id/edit', { id: '7' }],
])('at %s is the page %s', (pathname, path, params) => {
  expect([pageAt(pathname).page.path, pageAt(pathname).params]).toEqual([path, params])
})

test.each(['/product', '/product/', '/product/1/2', '/logins', '/favicon.ico'])(
  'there is no page at %s',
  (pathname) => {
    expect(pageAt(pathname).page).toBe(notFoundPage)
  },
)
