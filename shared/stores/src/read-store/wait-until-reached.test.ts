import { setImmediate as nextTurn } from 'node:timers/promises'
import { START } from '@shop/language/events/event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ReadStore } from './read-store.ts'
import { openSqliteReadStore } from './sqlite/sqlite-read-store.ts'
import { waitUntilReached } from './wait-until-reached.ts'

let readStore: ReadStore
beforeEach(() => {
  readStore = openSqliteReadStore(':memory:')
})
afterEach(() => readStore.close())

const move = (projection: `${string}@${number}`, from: string, to: string) =>
  readStore.commit([{ projection, from, to, writes: [] }])

test('what the read models show already is reached at once', async () => {
  await move('orders@1', START, '5')
  const reached = waitUntilReached(readStore, ['orders@1'])
  expect(await reached('5', 0)).toBe(true)
  expect(await reached('4', 0)).toBe(true)
})

test('a position is reached with the commit that brings the last projection there', async () => {
  const reached = waitUntilReached(readStore, ['orders@1', 'carts@1'])
  const told: string[] = []
  const waiting = reached('5').then((answer) => told.push(`reached: ${answer}`))
  await nextTurn()
  await move('orders@1', START, '7')
  told.push('orders')
  await move('carts@1', START, '4')
  told.push('carts')
  await move('carts@1', '4', '5')
  await waiting
  expect(told).toEqual(['orders', 'carts', 'reached: true'])
})

test('who waits too long is told so', async () => {
  const reached = waitUntilReached(readStore, ['orders@1'])
  expect(await reached('5', 10)).toBe(false)
})

test('nobody waits for a projection that has halted', async () => {
  const reached = waitUntilReached(readStore, ['orders@1', 'carts@1'], (projection) => projection === 'carts@1')
  await move('orders@1', START, '5')
  expect(await reached('5', 10)).toBe(true)
})

test('nobody waits for a projection that is not named', async () => {
  await move('orders@1', START, '5')
  expect(await waitUntilReached(readStore, ['orders@1'])('5', 10)).toBe(true)
})
