import { expect, test } from 'vitest'
import { wayOut } from './way-out.ts'

const at = (pathname: string, search = '', hash = '') => ({ pathname, search, hash })
const customer = { _id: 'ada', name: 'Ada', email: 'ada@x.test', role: 'customer' as const }

test('the pages of the dashboard and of products redirect to login', () => {
  expect(wayOut(at('/admin'), null)).toBe('/login?redirect=%2Fadmin')
  expect(wayOut(at('/admin/products/p1/edit'), null)).toBe('/login?redirect=%2Fadmin%2Fproducts%2Fp1%2Fedit')
})

test('a signed-in customer is not redirected back to the admin area after login', () => {
  expect(wayOut(at('/admin'), customer)).toBe('/login')
})

test('the pages of the analysis redirect to login, as the dashboard does', () => {
  expect(wayOut(at('/analysis/catalogue'), null)).toBe('/login?redirect=%2Fanalysis%2Fcatalogue')
  expect(wayOut(at('/analysis/catalogue'), customer)).toBe('/login')
  expect(wayOut(at('/analysis/questions', '?asOf=7', '#SELECT%201'), null)).toBe(
    '/login?redirect=%2Fanalysis%2Fquestions%3FasOf%3D7%23SELECT%25201',
  )
})

test('the pages of users and of orders redirect to the home page', () => {
  expect(wayOut(at('/admin/users'), null)).toBe('/')
  expect(wayOut(at('/admin/orders'), customer)).toBe('/')
  expect(wayOut(at('/admin/orders/o1'), customer)).toBe('/')
})
