import { expect, test } from 'vitest'
import { shownPage } from './shown-page.ts'

const pages = (...counts: number[]) => counts.map((count) => ({ items: Array.from({ length: count }, (_, n) => n) }))

test('a page says which rows of the list it shows', () => {
  expect(shownPage(pages(20, 20), 1, true)).toMatchObject({ first: 21, last: 40, hasPrevious: true, hasNext: true })
  expect(shownPage(pages(20, 4), 0, false)).toMatchObject({ first: 1, last: 20, hasPrevious: false, hasNext: true })
})

test('the total is known once the last page is loaded, and decreases with deletions', () => {
  expect(shownPage(pages(20), 0, true).total).toBeUndefined()
  expect(shownPage(pages(20, 4), 1, false)).toMatchObject({ total: 24, hasNext: false })
  expect(shownPage(pages(19, 4), 1, false)).toMatchObject({ first: 20, last: 23, total: 23 })
})

test('when the only row of a page was deleted, the page before it is shown', () => {
  expect(shownPage(pages(20, 20, 0), 2, false)).toMatchObject({ at: 1, last: 40, total: 40, hasNext: false })
  expect(shownPage(pages(0), 0, false)).toMatchObject({ at: 0, items: [], total: 0 })
})
