import { expect, test } from 'vitest'
import { activeFilters, chosen, cleared, queryOf, removed, searchOf, toggled } from './filters.ts'

const address = (query: string) => new URLSearchParams(query)

test('several values of one filter are joined by commas', () => {
  expect(searchOf(toggled(address('size=S&gender=Men'), 'size', 'M'))).toBe('size=S,M&gender=Men')
})

test('pressing a value again removes it', () => {
  expect(toggled(address('size=S,M'), 'size', 'S').toString()).toBe('size=M')
})

test('a filter without a value is removed from the address', () => {
  expect(toggled(address('color=Red'), 'color', 'Red').toString()).toBe('')
})

test('a second gender replaces the first', () => {
  expect(chosen(toggled(address('gender=Men'), 'gender', 'Women'), 'gender')).toEqual(['Women'])
})

test('each value and the price can be removed separately', () => {
  const params = address('search=linen&size=S,M&maxPrice=40')
  expect(activeFilters(params).map(({ label }) => label)).toEqual(['“linen”', 'S', 'M', 'Up to $40'])
  expect(removed(params, { name: 'maxPrice', value: '40', label: '' }).has('maxPrice')).toBe(false)
  expect(removed(params, { name: 'size', value: 'S', label: '' }).get('size')).toBe('M')
})

test('a search term keeps its commas', () => {
  expect(activeFilters(address('search=red,+blue'))).toHaveLength(1)
  expect(removed(address('search=red,+blue'), { name: 'search', value: 'red, blue', label: '' }).toString()).toBe('')
})

test('clearing the filters keeps the sort order', () => {
  expect(cleared(address('size=S&sortBy=priceasc')).toString()).toBe('sortBy=priceasc')
})

test('the collection "all" and unknown parameters are not sent', () => {
  expect(queryOf(address('brand=Fenn&size=&utm=x'), 'all')).toBe('brand=Fenn')
  expect(queryOf(address(''), 'Vacation')).toBe('collection=Vacation')
})

test('a query for men includes unisex products', () => {
  expect(queryOf(address('gender=Men'), 'all')).toBe('gender=Men%2CUnisex')
  expect(queryOf(address('gender=Unisex'), 'all')).toBe('gender=Unisex')
})

test("values in another letter case count as the shop's values", () => {
  const params = address('gender=women&color=RED&size=m&brand=fenn')
  expect(activeFilters(params).map(({ label }) => label)).toEqual(['Women', 'Red', 'M', 'fenn'])
  expect(queryOf(params, 'all')).toContain('gender=Women%2CUnisex')
  expect(toggled(params, 'color', 'Red').has('color')).toBe(false)
  expect(toggled(params, 'brand', 'Fenn').has('brand')).toBe(false)
})
