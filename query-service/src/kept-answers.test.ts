import { expect, test } from 'vitest'
import { createKeptAnswers } from './kept-answers.ts'

function answers() {
  let revision = 1
  let made = 0
  const kept = createKeptAnswers(async () => revision)
  return {
    ask: async (question: string, bytes = 10) =>
      (await kept(question, async () => ({ body: Buffer.alloc(bytes, String(++made)) }))).body.toString('utf8', 0, 1),
    change: () => void revision++,
  }
}

test('an answer is made once, also for many who ask at the same time, until something changes', async () => {
  const { ask, change } = answers()
  expect(await Promise.all(Array.from({ length: 20 }, () => ask('all')))).toEqual(Array(20).fill('1'))
  expect(await ask('all')).toBe('1')
  change()
  expect(await ask('all')).toBe('2')
})

test('long answers are kept too, and the least asked for go when there is no more room', async () => {
  const { ask } = answers()
  const MIB = 1024 * 1024
  for (let n = 0; n < 9; n++) await ask(`question ${n}`, 4 * MIB - 100)
  expect(await ask('question 8')).toBe('9')
  expect(await ask('question 0')).toBe('1')
})

test('who is refused does not refuse those who wait for the same', async () => {
  const kept = createKeptAnswers(async () => 1)
  const tried: string[] = []
  const ask = (name: string, isRefused: boolean) =>
    kept('all', async () => {
      tried.push(name)
      if (isRefused) throw new Error('too many')
      return { body: Buffer.from(name) }
    }).then(
      ({ body }) => String(body),
      ({ message }) => message,
    )
  const asked = [ask('hostile', true), ask('hostile', true), ask('ada', false), ask('bob', false)]
  expect(await Promise.all(asked)).toEqual(['too many', 'too many', 'ada', 'ada'])
  expect(tried).toEqual(['hostile', 'hostile', 'ada'])
})

test('a failed answer is not kept', async () => {
  const kept = createKeptAnswers(async () => 1)
  await expect(kept('all', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await kept('all', async () => ({ body: Buffer.from('there') }))).toEqual({ body: Buffer.from('there') })
})
