import { expect, test } from 'vitest'
import { wayOut } from './admin-way-out.ts'

const customer = { _id: 'ada', name: 'Ada', email: 'ada@x.test', role: 'customer' as const }

test('the dashboard and the products lead to login', () => {
  expect(wayOut('/admin', null)).toBe('/login?redirect=%2Fadmin')
  expect(wayOut('/admin/products/p1/edit', null)).toBe('/login?redirect=%2Fadmin%2Fproducts%2Fp1%2Fedit')
})

test('who is signed in as a customer is not led back to where they may not be', () => {
  expect(wayOut('/admin', customer)).toBe('/login')
})

test('the users and the orders lead home', () => {
  expect(wayOut('/admin/users', null)).toBe('/')
  expect(wayOut('/admin/orders', customer)).toBe('/')
  expect(wayOut('/admin/orders/o1', customer)).toBe('/')
})
