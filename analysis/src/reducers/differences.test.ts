import { expect, test } from 'vitest'
import { createComparison, differencesOf } from './differences.ts'

type Sides = readonly [first: object | undefined, second: object | undefined]

/** Compares a single row. Each event is the number of its order and the two sides of the row after it. */
function compared(events: readonly (readonly [order: number, ...sides: Sides])[]) {
  const comparison = createComparison()
  events.forEach(([order, ...sides], index) => {
    comparison.note('row', sides, { event: index + 1, stream: `order-${order}` })
  })
  return comparison
}
const net = (first: number, second: number): Sides => [{ net: first }, { net: second }]

test('a row that never differs has no events', () => {
  const comparison = compared([
    [1, ...net(10, 10)],
    [1, ...net(20, 20)],
  ])
  expect(comparison.differing()).toEqual([])
  expect(comparison.eventsOf('row')).toEqual([])
})

test('a cancellation that both rules count, at different events, is no cause', () => {
  const comparison = compared([
    [1, ...net(100, 100)],
    [2, ...net(152, 152)],
    // Order 1 is cancelled. The second rule counts this now, the first at the refund in two parts.
    [1, ...net(152, 52)],
    // Order 2 is cancelled and not refunded.
    [2, ...net(152, 0)],
    [1, ...net(92, 0)],
    [1, ...net(52, 0)],
  ])
  expect(comparison.differing()).toEqual(['row'])
  expect(comparison.eventsOf('row', 'net')).toEqual([4])
})

test('equal amounts of other orders do not undo each other', () => {
  const comparison = compared([
    [1, ...net(50, 0)],
    [2, ...net(50, 50)],
    [3, ...net(100, 50)],
  ])
  expect(comparison.eventsOf('row')).toEqual([1, 2, 3])
})

test('each field has its own events', () => {
  const comparison = compared([
    [1, { net: 1, state: 'new' }, { net: 1, state: 'old' }],
    [2, { net: 2, state: 'new' }, { net: 1, state: 'old' }],
    [1, { net: 2, state: 'new' }, { net: 1, state: 'new' }],
    [1, { net: 2, state: 'paid' }, { net: 1, state: 'new' }],
  ])
  expect(comparison.eventsOf('row', 'net')).toEqual([2])
  expect(comparison.eventsOf('row', 'state')).toEqual([4])
  expect(comparison.eventsOf('row')).toEqual([2, 4])
})

test('a row that one side lacks differs, also if its numbers are 0', () => {
  expect(compared([[1, { net: 0 }, undefined]]).eventsOf('row', 'net')).toEqual([1])
  expect(compared([[1, {}, undefined]]).differing()).toEqual(['row'])
})

test('a cause is also found after thousands of events that make no difference', () => {
  const waiting = Array.from({ length: 4_999 }, (_, at) => [(at + 1) >> 1, ...net(at % 2, 0)] as const)
  expect(compared([...waiting, [9_999, ...net(7, 0)]]).eventsOf('row')).toEqual([5_000])
})

test('a row has at most a thousand events', () => {
  const all = Array.from({ length: 5_000 }, (_, at) => [at, ...net(at + 1, 0)] as const)
  expect(compared(all).differing()).toEqual(['row'])
  expect(compared([...all, [1, ...net(0, 0)]]).differing()).toEqual([])
  expect(compared(all).eventsOf('row')).toEqual(Array.from({ length: 1_000 }, (_, at) => at + 1))
})

test('numbers that JSON cannot write differ from other numbers, and equal each other', () => {
  expect(differencesOf({ net: Number.NaN }, { net: 5 })).toEqual({ net: 'null 5' })
  expect(differencesOf({ net: Number.NaN }, { net: Number.NaN })).toEqual({})
  expect(differencesOf({ net: Number.POSITIVE_INFINITY }, { net: 5 })).toEqual({ net: Number.POSITIVE_INFINITY })
})
