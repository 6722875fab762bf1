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
  test('adds units until each is utilised to 60 % at most', () => {
    for (const [orders, units] of [
      [1, 1],
      [10, 1],
      [10.1, 2],
      [100, 10],
    ] as const)
      expect(needOf(station(), orders)).toMatchObject({ units, arrivalsPerS: orders * 10 })
    expect(needOf(station(), 100).utilisation).toBeCloseTo(0.6)
  })

  test('says how utilised a single unit is, and that it never answers when it is overloaded', () => {
    const only = station({ unit: undefined })
    expect(needOf(only, 10)).toMatchObject({ units: 1, utilisation: 0.6 })
    expect(needOf(only, 20)).toMatchObject({ units: 1, utilisation: 1.2, p50Ms: Infinity, p99Ms: Infinity })
  })

  test('gives one process the response times of an M/M/1 queue', () => {
    const { p50Ms, p99Ms } = needOf(station(), 10)
    expect([p50Ms, p99Ms]).toEqual([
      expect.closeTo((6 / 0.4) * Math.log(2), 6),
      expect.closeTo((6 / 0.4) * Math.log(100), 6),
    ])
  })

  test('lists the load at which each single unit reaches 60 %, lowest first', () => {
    const found = limits(4)
    expect(found.map(({ ordersADay }) => ordersADay)).toEqual(
      found.map(({ ordersADay }) => ordersADay).toSorted((a, b) => a - b),
    )
    for (const { name, ordersADay } of found) {
      const one = stations.find((candidate) => candidate.name === name)!
      expect(needOf(one, ordersPerS(ordersADay, 4)).utilisation).toBeCloseTo(0.6, 3)
    }
  })

  test('has a measured service time for every station', () => {
    for (const { name, serviceMs, arrivalsAnOrder } of stations) {
      expect(serviceMs, name).toBeGreaterThan(0)
      expect(arrivalsAnOrder, name).toBeGreaterThan(0)
    }
  })

  test('predicts storage in proportion to orders', () => {
    expect(growthADay(20_000).logBytes).toBe(2 * growthADay(10_000).logBytes)
    expect(growthADay(1).logBytes).toBeGreaterThan(behindAnOrder.eventBytes)
  })
})
