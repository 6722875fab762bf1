import { describe, expect, test } from 'vitest'
import { chanceToWait, meanMs, type Queue, quantileMs, utilisation } from './queue.ts'

const queue = (servers: number, load: number, serviceMs = 1): Queue => ({
  servers,
  serviceMs,
  arrivalsPerS: (load * 1000) / serviceMs,
})

describe('the queue', () => {
  test.each([
    // By hand: with one server its utilisation; with two at load 1 it is 1/3; with three at load 2 it is 4/9.
    [1, 0.3, 0.3],
    [1, 0.9, 0.9],
    [2, 1, 1 / 3],
    [3, 2, 4 / 9],
    // Erlang's tables, as call centres use them: 10 agents at 8 Erlang, 12 at 10.
    [10, 8, 0.4092],
    [12, 10, 0.4494],
  ])('of %i servers at load %d makes a share of %d wait', (servers, load, share) => {
    expect(chanceToWait(queue(servers, load))).toBeCloseTo(share, 4)
  })

  test('of one server answers as M/M/1 does', () => {
    const one = queue(1, 0.8, 5)
    expect(utilisation(one)).toBeCloseTo(0.8)
    expect(meanMs(one)).toBeCloseTo(5 / (1 - 0.8))
    for (const share of [0.5, 0.9, 0.99])
      expect(quantileMs(one, share)).toBeCloseTo((-Math.log(1 - share) * 5) / (1 - 0.8), 6)
  })

  test('of two servers answers in 4/3 of the service time at load 1', () => {
    expect(meanMs(queue(2, 1))).toBeCloseTo(4 / 3)
  })

  test('without load answers in the service time', () => {
    expect(meanMs(queue(50, 1, 7))).toBeCloseTo(7)
    expect(quantileMs(queue(50, 1, 7), 0.99)).toBeCloseTo(7 * Math.log(100), 3)
  })

  test('with more work than its servers can do never answers', () => {
    expect([meanMs(queue(2, 2)), quantileMs(queue(2, 3), 0.5)]).toEqual([Infinity, Infinity])
    expect(chanceToWait(queue(2, 2))).toBe(1)
  })

  test.each([
    [1, 0.7],
    [4, 3],
    [3, 2],
    [8, 6.8],
  ])('of %i servers at load %d is what a simulation of it measures', (servers, load) => {
    const times = simulated(servers, load)
    const at = (share: number) => times[Math.floor(times.length * share)]!
    const mean = times.reduce((sum, time) => sum + time) / times.length
    const within = (measured: number, model: number) => expect(Math.abs(measured / model - 1)).toBeLessThan(0.06)
    within(mean, meanMs(queue(servers, load)))
    within(at(0.5), quantileMs(queue(servers, load), 0.5))
    within(at(0.99), quantileMs(queue(servers, load), 0.99))
  })
})

/** Simulated response times of 400,000 arrivals, shortest first; the mean service time is 1. */
function simulated(servers: number, load: number) {
  let seed = 7
  const random = () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return (seed + 0.5) / 2 ** 32
  }
  const freeAt = Array.from({ length: servers }, () => 0)
  let now = 0
  return Float64Array.from({ length: 400_000 }, () => {
    now += -Math.log(random()) / load
    const next = freeAt.indexOf(Math.min(...freeAt))
    freeAt[next] = Math.max(now, freeAt[next]!) - Math.log(random())
    return freeAt[next]! - now
  }).toSorted()
}
