import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

test('work under one key runs one after the other, in the order of asking', async () => {
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

test('work under different keys runs side by side', async () => {
  const inTurn = createTurns()
  const { promise: opened, resolve: open } = Promise.withResolvers<string>()
  const waiting = inTurn('one', () => opened)
  await inTurn('two', async () => open('seen'))
  expect(await waiting).toBe('seen')
})

test('work that fails tells its own caller and lets the next one in', async () => {
  const inTurn = createTurns()
  const failing = inTurn('cart', () => Promise.reject(new Error('no')))
  const next = inTurn('cart', async () => 'yes')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('yes')
})
