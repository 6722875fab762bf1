import { expect, test } from 'vitest'
import { type Found, foundSuggestions } from './found-suggestions.ts'

const pages = [
  { label: 'Dashboard', to: '/admin' },
  { label: 'Outbox', to: '/admin/outbox' },
]
const found = {
  orders: [{ _id: '684b5546-aaaa', status: 'Shipped', user: { _id: 'u1', name: 'Ada Weaver' } }],
  products: [{ _id: 'p1', name: 'Loom Shirt' }],
  users: [{ _id: 'u1', name: 'Ada Weaver', email: 'ada@x.test' }],
} as unknown as Found

test('all pages are offered while the search is empty', () => {
  expect(foundSuggestions(' ', pages).map(({ label }) => label)).toEqual(['Dashboard', 'Outbox'])
})

test("pages that match by a part of their name come before the shop's results", () => {
  expect(foundSuggestions('BOX', pages, found)).toEqual([
    { key: 'page /admin/outbox', to: '/admin/outbox', label: 'Outbox', note: 'Page' },
    {
      key: 'order 684b5546-aaaa',
      to: '/admin/orders/684b5546-aaaa',
      label: 'Order #684b5546, Ada Weaver',
      note: 'Shipped',
    },
    { key: 'product p1', to: '/admin/products/p1/edit', label: 'Loom Shirt', note: 'Product' },
    { key: 'user u1', to: '/admin/users/u1', label: 'Ada Weaver', note: 'ada@x.test' },
  ])
})

test('an order without a known customer shows no name', () => {
  const orders = [{ _id: '684b5546-aaaa', status: 'Shipped', user: null }] as unknown as Found['orders']
  expect(foundSuggestions('68', [], { ...found, orders })[0]?.label).toBe('Order #684b5546')
})
