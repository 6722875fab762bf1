import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTurns } from './in-process-turns.ts'

test('tasks with one key run one after the other, in order', async () => {
  const inTurn = createTurns()
  const seen: string[] = []
  const work = (name: string, ms: number) => async () => {
    seen.push(`${name} begins`)
    await wait(ms)
    seen.push(`${name} ends`)
  }
  await Promise.all([inTurn('cart', work('first', 10)), inTurn('cart', work('second', 0))])
  expect(seen).toEqual(['first begins', 'first ends', 'second begins', 'second ends'])
})

test('tasks with different keys run concurrently', async () => {
  const inTurn = createTurns()
  const { promise: opened, resolve: open } = Promise.withResolvers<string>()
  const waiting = inTurn('one', () => opened)
  await inTurn('two', async () => open('seen'))
  expect(await waiting).toBe('seen')
})

test('a failed task rejects only for its own caller, and the next task runs', async () => {
  const inTurn = createTurns()
  const failing = inTurn('cart', () => Promise.reject(new Error('no')))
  const next = inTurn('cart', async () => 'yes')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('yes')
})
