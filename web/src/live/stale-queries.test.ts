import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { refresh } from './stale-queries.ts'

const keys = {
  shirt: ['products', 'one', 'shirt'],
  list: ['products', 'list', ''],
  others: ['products', 'some', 'gender=Men', 8],
  cart: ['cart', 'ada'],
  myOrders: ['orders', 'mine'],
  adminOrders: ['admin', 'orders', 'list', ''],
  dashboard: ['admin', 'dashboard'],
  openCases: ['admin', 'cases', 'open'],
  form: ['admin', 'products', 'one', 'shirt'],
  ledger: ['admin', 'products', 'stock', 'shirt', 'ledger'],
}

/** The names of the refetched queries. */
function staleAfter(kind: Parameters<typeof refresh>[1][number]['kind'], id: string, times = 1) {
  const client = new QueryClient()
  for (const queryKey of Object.values(keys)) client.setQueryData(queryKey, [{ _id: 'skirt' }])
  client.setQueryData(keys.shirt, { _id: 'shirt' })
  client.setQueryData(keys.list, { pages: [{ items: [{ _id: 'shirt' }] }] })
  client.setQueryData(keys.form, { body: { _id: 'shirt' } })
  refresh(client, Array(times).fill({ kind, id }))
  return Object.entries(keys).flatMap(([name, queryKey]) => (client.getQueryState(queryKey)?.isInvalidated ? name : []))
}

test('a changed product refetches the lists that show it, and the dashboard', () => {
  expect(staleAfter('product', 'shirt')).toEqual(['shirt', 'list', 'dashboard'])
  expect(staleAfter('product', 'skirt')).toEqual(['others', 'cart', 'dashboard'])
})

test('a product that an admin is editing is not refetched', () => {
  expect(staleAfter('stock', 'shirt')).not.toContain('form')
})

test('a movement of stock refetches the ledger of that product', () => {
  expect(staleAfter('stock', 'shirt')).toContain('ledger')
  expect(staleAfter('stock', 'skirt')).not.toContain('ledger')
})

test('a changed order refetches all lists of orders, the cart and the dashboard', () => {
  expect(staleAfter('order', 'o1')).toEqual(['cart', 'myOrders', 'adminOrders', 'dashboard'])
})

test('an opened or closed case refetches the list of cases', () => {
  expect(staleAfter('case', 'c1')).toEqual(['dashboard', 'openCases'])
})

test('if the missed changes are unknown, everything is refetched', () => {
  expect(staleAfter('all', '')).toEqual(Object.keys(keys))
})

test('after very many messages everything is refetched', () => {
  expect(staleAfter('stock', 'nobody knows it', 200)).toEqual(['dashboard'])
  expect(staleAfter('stock', 'nobody knows it', 201)).toEqual(Object.keys(keys))
})
