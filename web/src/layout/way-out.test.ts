import { expect, test } from 'vitest'
import { wayOut } from './way-out.ts'

const customer = { _id: 'ada', name: 'Ada', email: 'ada@x.test', role: 'customer' as const }

test('the pages of the dashboard and of products redirect to login', () => {
  expect(wayOut('/admin', null)).toBe('/login?redirect=%2Fadmin')
  expect(wayOut('/admin/products/p1/edit', null)).toBe('/login?redirect=%2Fadmin%2Fproducts%2Fp1%2Fedit')
})

test('a signed-in customer is not redirected back to the admin area after login', () => {
  expect(wayOut('/admin', customer)).toBe('/login')
})

test('the pages of the analysis redirect to login, as the dashboard does', () => {
  expect(wayOut('/analysis/catalogue', null)).toBe('/login?redirect=%2Fanalysis%2Fcatalogue')
  expect(wayOut('/analysis/catalogue', customer)).toBe('/login')
})

test('the pages of users and of orders redirect to the home page', () => {
  expect(wayOut('/admin/users', null)).toBe('/')
  expect(wayOut('/admin/orders', customer)).toBe('/')
  expect(wayOut('/admin/orders/o1', customer)).toBe('/')
})
