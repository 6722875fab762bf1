import { expect, test } from 'vitest'
import { leadsTo } from './shop-links.ts'

const women = { label: 'Women', to: '/collections/all?gender=Women' }

test('a link is current even if the address has other filters', () => {
  expect(leadsTo(women, '/collections/all', '?size=M&gender=Women')).toBe(true)
})

test('a link for one gender is not current when the page shows both genders', () => {
  expect(leadsTo(women, '/collections/all', '?gender=Men%2CWomen')).toBe(false)
  expect(leadsTo(women, '/collections/all', '')).toBe(false)
})

test('the home link is current only on the home page', () => {
  expect(leadsTo({ label: 'Home', to: '/' }, '/', '')).toBe(true)
  expect(leadsTo({ label: 'Home', to: '/' }, '/collections/all', '')).toBe(false)
})
