import type { Consistency } from '@shop/language/api/read-models'
import { expect, test } from 'vitest'
import { pagesAsOf } from './pages-as-of.ts'

const uncounted: Consistency = { event: null, behind: 0 }
const late: Consistency = { event: null, behind: null }

/** Asks a shop that gives these answers, one after the other. */
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

test('a log that counts its events is asked alone', async () => {
  expect(await asked({ event: 7, behind: 2 })).toEqual([{ event: 7, behind: 2 }, 'consistency'])
  expect(await asked(late)).toEqual([late, 'consistency'])
})

test('where the log cannot count, pages that lack nothing have at least what the copy had before they were asked', async () => {
  const copy = { event: 41, behind: 0 }
  const all = 'consistency status consistency'
  expect(await asked(uncounted, copy, uncounted)).toEqual([{ event: 41, behind: 0 }, all])
  expect(await asked(uncounted, copy, late)).toEqual([late, all])
})

test('without a copy, or with one that is behind, no number is said', async () => {
  const said = [uncounted, 'consistency status']
  expect(await asked(uncounted, new Error('503'))).toEqual(said)
  expect(await asked(uncounted, { event: 41, behind: null })).toEqual(said)
  expect(await asked(uncounted, { event: 41, behind: 0, building: { done: 4, of: 9 } })).toEqual(said)
})
