import { setImmediate as nextTurn } from 'node:timers/promises'
import { START } from '@shop/language/events/event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Checkpoint, Failures } from './checkpoint.ts'
import { replaceDocuments } from './contract/shelf.ts'
import type { ReadStore } from './read-store.ts'
import { openSqliteReadStore } from './sqlite/sqlite-read-store.ts'
import { followStandings } from './standings.ts'
import { stepOf } from './step-of.ts'

let readStore: ReadStore
beforeEach(() => {
  readStore = openSqliteReadStore(':memory:')
})
afterEach(() => readStore.close())

const LONG_MS = 5_000
const nothing = { behind: false, halted: [] }
const failure = {
  event: { id: 'e6', type: 'OrderPlaced', position: '6', stream: 'order-1' },
  error: 'no such thing',
  at: '2026-01-01T00:00:00.000Z',
}
const move = (projection: `${string}@${number}`, from: string, to: string, failures?: Failures) =>
  readStore.commit(stepOf(projection, from, to, [], failures))
const follow = async (...awaited: string[]) => {
  const followed = followStandings(readStore, awaited)
  await nextTurn()
  return followed
}

test('there is no wait for a position that the read models already show', async () => {
  await move('orders@1', START, '5')
  const { reached } = await follow('orders@1')
  expect(await reached('5', 0)).toEqual(nothing)
  expect(await reached('4', 0)).toEqual(nothing)
})

test('a position is reached with the commit of the last read model', async () => {
  const { reached } = await follow('orders@1', 'carts@1')
  const sequence: unknown[] = []
  const waiting = reached('5', LONG_MS).then((missing) => sequence.push(missing))
  await nextTurn()
  await move('orders@1', START, '7')
  sequence.push('orders')
  await move('carts@1', START, '4')
  sequence.push('carts')
  await move('carts@1', '4', '5')
  await waiting
  expect(sequence).toEqual(['orders', 'carts', nothing])
})

test('at the timeout the read models are reported as behind, even if only one of them is behind', async () => {
  const { reached } = await follow('orders@1', 'carts@1')
  await move('orders@1', START, '9')
  await move('carts@1', START, '4')
  expect(await reached('5', 10)).toEqual({ behind: true, halted: [] })
  expect(await reached('4', 0)).toEqual(nothing)
})

test('a caller waits only for the read models that it asks about', async () => {
  const { reached } = await follow('orders@1', 'carts@1', 'stock@1')
  await move('orders@1', START, '4')
  await move('stock@1', START, '4', { halted: failure })
  const waiting = reached('5', LONG_MS, (name) => name === 'carts@1')
  await move('carts@1', START, '5')
  expect(await waiting).toEqual(nothing)
  expect(await reached('5', 0, (name) => name === 'stock@1')).toEqual({ behind: false, halted: ['stock@1'] })
  expect(await reached('5', 10)).toEqual({ behind: true, halted: ['stock@1'] })
})

test('a halted read model is named, and no caller waits for it', async () => {
  const { reached } = await follow('orders@1', 'carts@1')
  await move('orders@1', START, '5')
  await move('carts@1', START, '7')
  const waiting = reached('7', LONG_MS)
  await nextTurn()
  await move('orders@1', '5', '5', { halted: failure })
  expect(await waiting).toEqual({ behind: false, halted: ['orders@1'] })
  expect(await reached('5', 0)).toEqual(nothing)
  expect(await reached('8', 10)).toEqual({ behind: true, halted: ['orders@1'] })
})

test('after a read model was resumed, callers wait for it again', async () => {
  await move('orders@1', START, '5', { halted: failure })
  const { reached, checkpoints } = await follow('orders@1')
  expect(checkpoints().get('orders@1')).toEqual({ position: '5', halted: failure })
  expect(await reached('7', 0)).toEqual({ behind: false, halted: ['orders@1'] })
  await move('orders@1', '5', '6', {})
  expect(checkpoints().get('orders@1')).toEqual({ position: '6' })
  expect(await reached('7', 10)).toEqual({ behind: true, halted: [] })
})

test('a read model rebuilt from a shorter log is at the end of that log', async () => {
  await move('orders@1', START, '9')
  const { reached } = await follow('orders@1')
  await replaceDocuments(readStore, { name: 'orders@1', searchedBy: [] }, [], '4')
  expect(await reached('5', 10)).toEqual({ behind: true, halted: [] })
})

test('read models that move together are all followed, each with its own failures', async () => {
  const { checkpoints, reached } = await follow('orders@1', 'carts@1')
  const leftOut = { count: 1, newest: [failure] }
  await move('carts@1', START, '7', { leftOut })
  await move('orders@1', START, '7')
  await readStore.commit({ projections: ['carts@1', 'orders@1'], from: '7', to: '9', writes: {} })
  expect(await reached('9', 0)).toEqual(nothing)
  expect([...checkpoints()]).toEqual([
    ['carts@1', { position: '9', leftOut }],
    ['orders@1', { position: '9' }],
  ])
})

test('read models that no answer waits for are still followed', async () => {
  const followed = followStandings(readStore, ['orders@1'], ['sums@1'])
  await move('orders@1', START, '5')
  await move('sums@1', START, '2')
  expect(await followed.reached('5', 0)).toEqual(nothing)
  expect(followed.checkpoints().get('sums@1')).toEqual({ position: '2' })
  expect(followed.standings()).toEqual({ 'orders@1': { position: '5' } })
})

test('a read store that is unreachable at first is tried again', async () => {
  await move('orders@1', START, '5')
  let failures = 1
  const { reached } = followStandings(
    {
      ...readStore,
      async checkpoints() {
        if (failures-- > 0) throw new Error('away')
        return readStore.checkpoints()
      },
    },
    ['orders@1'],
  )
  expect(await reached('5', LONG_MS)).toEqual(nothing)
})

test('a read model that is gone from its store is damaged and behind until it is rebuilt', async () => {
  await move('orders@1', START, '5')
  let isDropped = false
  const followed = followStandings(
    { ...readStore, checkpoints: async () => (isDropped ? new Map() : readStore.checkpoints()) },
    ['orders@1'],
  )
  await nextTurn()
  await followed.look()
  expect(followed.standings()).toEqual({ 'orders@1': { position: '5' } })
  isDropped = true
  await followed.look()
  expect(followed.standings()).toEqual({ 'orders@1': { position: START } })
  expect(followed.checkpoints().get('orders@1')).toEqual({ position: START, damaged: true })
  expect(followed.isDamaged('orders@1')).toBe(true)
  expect(await followed.reached('5', 0)).toEqual({ behind: true, halted: [] })
  await replaceDocuments(readStore, { name: 'orders@1', searchedBy: [] }, [], '5')
  expect(await followed.reached('5', 0)).toEqual(nothing)
  expect(followed.checkpoints().get('orders@1')).toEqual({ position: '5' })
  expect(followed.isDamaged('orders@1')).toBe(false)
})

test('a look that began before a commit does not undo the standing that the commit announced', async () => {
  await move('orders@1', START, '5')
  const answers = Promise.withResolvers<Map<string, Checkpoint>>()
  let isSlow = false
  const followed = followStandings(
    { ...readStore, checkpoints: () => (isSlow ? answers.promise : readStore.checkpoints()) },
    ['orders@1'],
  )
  await nextTurn()
  isSlow = true
  const looking = followed.look()
  await move('orders@1', '5', '6')
  answers.resolve(new Map())
  await looking
  expect(followed.standings()).toEqual({ 'orders@1': { position: '6' } })
})
