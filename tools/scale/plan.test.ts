import { describe, expect, test } from 'vitest'
import { behindAnOrder, ordersPerS } from './load.ts'
import { growthADay, limits, needOf, type Station, stations } from './plan.ts'

const station = (changes: Partial<Station> = {}): Station => ({
  name: 'test',
  unit: 'process',
  servers: 1,
  arrivalsAnOrder: 10,
  serviceMs: 6,
  ...changes,
})

describe('the plan', () => {
  test('has as many units as keep each no more than 60 % full', () => {
    for (const [orders, units] of [
      [1, 1],
      [10, 1],
      [10.1, 2],
      [100, 10],
    ] as const)
      expect(needOf(station(), orders)).toMatchObject({ units, arrivalsPerS: orders * 10 })
    expect(needOf(station(), 100).utilisation).toBeCloseTo(0.6)
  })

  test('tells how full the only one is, and when it never answers', () => {
    const only = station({ unit: undefined })
    expect(needOf(only, 10)).toMatchObject({ units: 1, utilisation: 0.6 })
    expect(needOf(only, 20)).toMatchObject({ units: 1, utilisation: 1.2, p50Ms: Infinity, p99Ms: Infinity })
  })

  test('answers in the time of one process that is M/M/1', () => {
    const { p50Ms, p99Ms } = needOf(station(), 10)
    expect([p50Ms, p99Ms]).toEqual([
      expect.closeTo((6 / 0.4) * Math.log(2), 6),
      expect.closeTo((6 / 0.4) * Math.log(100), 6),
    ])
  })

  test('finds each limit where the only one is 60 % full, the nearest first', () => {
    const found = limits(4)
    expect(found.map(({ ordersADay }) => ordersADay)).toEqual(
      found.map(({ ordersADay }) => ordersADay).toSorted((a, b) => a - b),
    )
    for (const { name, ordersADay } of found) {
      const one = stations.find((candidate) => candidate.name === name)!
      expect(needOf(one, ordersPerS(ordersADay, 4)).utilisation).toBeCloseTo(0.6, 3)
    }
  })

  test('is fed with service times that were measured for every station', () => {
    for (const { name, serviceMs, arrivalsAnOrder } of stations) {
      expect(serviceMs, name).toBeGreaterThan(0)
      expect(arrivalsAnOrder, name).toBeGreaterThan(0)
    }
  })

  test('grows with the orders alone', () => {
    expect(growthADay(20_000).logBytes).toBe(2 * growthADay(10_000).logBytes)
    expect(growthADay(1).logBytes).toBeGreaterThan(behindAnOrder.eventBytes)
  })
})
