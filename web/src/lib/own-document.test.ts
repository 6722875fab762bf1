import { beforeEach, expect, test } from 'vitest'
import { allPages } from '../pages.ts'
import { loadsDocument, takesPayment } from './own-document.ts'
import { useStorage } from './storage.ts'

beforeEach(() => useStorage.setState({ isRefused: false }))

test('only the checkout takes payments, in every spelling of its path', () => {
  expect(allPages.filter(({ path }) => takesPayment(path)).map(({ path }) => path)).toEqual(['/checkout'])
  for (const path of ['/Checkout', '/checkout/', '/checkout//']) expect(takesPayment(path), path).toBe(true)
  for (const path of ['/checkouts', '/checkout/1', '/%63heckout', '/']) expect(takesPayment(path), path).toBe(false)
})

test('only entering and leaving the checkout loads a document', () => {
  expect(loadsDocument('/', '/checkout?again#payment')).toBe(true)
  expect(loadsDocument('/checkout', '/login?redirect=/checkout')).toBe(true)
  expect(loadsDocument('/checkout', '/checkout/?again')).toBe(false)
  expect(loadsDocument('/', '/my-orders')).toBe(false)
})

test('a browser that stores nothing goes to the checkout in the same document', () => {
  useStorage.setState({ isRefused: true })
  expect(loadsDocument('/', '/checkout')).toBe(false)
})
