import { expect, test } from 'vitest'
import { redirectOf } from './staff-layout.tsx'

const at = (pathname: string, search = '', hash = '') => ({ pathname, search, hash })
const customer = { _id: 'ada', name: 'Ada', email: 'ada@x.test', role: 'customer' as const }

test('the pages of the dashboard and of products redirect to login', () => {
  expect(redirectOf(at('/admin'), null)).toBe('/login?redirect=%2Fadmin')
  expect(redirectOf(at('/admin/products/p1/edit'), null)).toBe('/login?redirect=%2Fadmin%2Fproducts%2Fp1%2Fedit')
})

test('a signed-in customer is not redirected back to the admin area after login', () => {
  expect(redirectOf(at('/admin'), customer)).toBe('/login')
})

test('the pages of the analysis redirect to login, as the dashboard does', () => {
  expect(redirectOf(at('/analysis/catalogue'), null)).toBe('/login?redirect=%2Fanalysis%2Fcatalogue')
  expect(redirectOf(at('/analysis/catalogue'), customer)).toBe('/login')
  expect(redirectOf(at('/analysis/questions', '?asOf=7', '#SELECT%201'), null)).toBe(
    '/login?redirect=%2Fanalysis%2Fquestions%3FasOf%3D7%23SELECT%25201',
  )
})

test('the pages of users and of orders redirect to the home page', () => {
  expect(redirectOf(at('/admin/users'), null)).toBe('/')
  expect(redirectOf(at('/admin/orders'), customer)).toBe('/')
  expect(redirectOf(at('/admin/orders/o1'), customer)).toBe('/')
})
