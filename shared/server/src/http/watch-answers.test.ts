import { afterEach, expect, test } from 'vitest'
import { watchAnswers } from './watch-answers.ts'

const stop = new AbortController()
afterEach(() => stop.abort())

test('a server that refuses or hangs is failing, until it answers again', async () => {
  let ask: () => Promise<unknown> = async () => {}
  const check = watchAnswers(() => ask(), stop.signal, { everyMs: 1, withinMs: 20 })
  expect(check()).toBe('ok')
  ask = () => Promise.reject(new Error('away'))
  await expect.poll(check).toBe('failing')
  ask = async () => {}
  await expect.poll(check).toBe('ok')
  ask = () => new Promise(() => {})
  await expect.poll(check).toBe('failing')
})
