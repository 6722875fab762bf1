import type { Consistency } from '@shop/language/shop/api'
import { expect, test } from 'vitest'
import { pagesAsOf } from './pages-as-of.ts'

const uncounted: Consistency = { event: null, behind: 0 }
const late: Consistency = { event: null, behind: null }

/** Runs `pagesAsOf` against a shop that gives these answers in turn. */
async function asked(...answers: readonly object[]) {
  const paths: string[] = []
  const left = [...answers]
  const said = await pagesAsOf(async <T>(path: string) => {
    paths.push(path.replace(/^.*\//, ''))
    const answer = left.shift()
    if (answer === undefined || answer instanceof Error) throw answer
    return answer as T
  })
  return [said, paths.join(' ')]
}

test('if the log counts its events, nothing else is queried', async () => {
  expect(await asked({ event: 7, behind: 2 })).toEqual([{ event: 7, behind: 2 }, 'consistency'])
  expect(await asked(late)).toEqual([late, 'consistency'])
})

test('if the log cannot count its events, pages that are up to date show at least the newest event of the copy', async () => {
  const copy = { event: 41, behind: 0 }
  const all = 'consistency status consistency'
  expect(await asked(uncounted, copy, uncounted)).toEqual([{ event: 41, behind: 0 }, all])
  expect(await asked(uncounted, copy, late)).toEqual([late, all])
})

test('without a copy, or with a copy that is behind, the number is unknown', async () => {
  const said = [uncounted, 'consistency status']
  expect(await asked(uncounted, new Error('503'))).toEqual(said)
  expect(await asked(uncounted, { event: 41, behind: null })).toEqual(said)
  expect(await asked(uncounted, { event: 41, behind: 0, building: { done: 4, of: 9 } })).toEqual(said)
})
