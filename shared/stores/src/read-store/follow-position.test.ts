import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followPosition } from './follow-position.ts'
import type { Step } from './read-store.ts'
import { openSqliteReadStore } from './sqlite/sqlite-read-store.ts'

const store = openSqliteReadStore(':memory:')
let tell: (steps: readonly Step[]) => void
beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const follow = async (known: Record<string, string> = {}) => {
  const followed = followPosition(
    {
      ...store,
      checkpoint: async (projection) => known[projection],
      onCommit(listener) {
        tell = listener
        return () => {}
      },
    },
    ['carts@1', 'orders@1'],
  )
  await vi.advanceTimersByTimeAsync(0)
  return followed
}
const step = (projection: 'carts@1' | 'orders@1' | 'sums@1', to: string): Step => ({
  projection,
  from: '0',
  to,
  writes: [],
})

test('it is where the slowest of the projections is, and nowhere until each was built', async () => {
  const position = await follow({ 'carts@1': '3' })
  expect(position.now()).toBeUndefined()
  tell([step('orders@1', '2'), step('sums@1', '9')])
  expect(position.now()).toBe('2')
})

test('who waits is told with the commit that brings it there', async () => {
  const position = await follow({ 'carts@1': '3', 'orders@1': '3' })
  const told = position.past('3', 1000)
  tell([step('carts@1', '4')])
  tell([step('orders@1', '5')])
  expect(await told).toBe('4')
})

test('who waits too long is told where it is', async () => {
  const position = await follow({ 'carts@1': '3', 'orders@1': '3' })
  const told = position.past('3', 1000)
  await vi.advanceTimersByTimeAsync(1001)
  expect(await told).toBe('3')
})

test('nobody waits for a projection that has been left behind', async () => {
  const position = await follow({ 'carts@1': '3', 'orders@1': '3' })
  tell([step('carts@1', '4')])
  expect(position.now()).toBe('3')
  await vi.advanceTimersByTimeAsync(5001)
  expect(position.now()).toBe('4')
  tell([step('carts@1', '6'), step('orders@1', '6')])
  tell([step('carts@1', '7')])
  expect(position.now()).toBe('6')
})
