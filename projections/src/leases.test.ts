import { setTimeout as sleep } from 'node:timers/promises'
import type { Lease } from '@shop/stores/lease'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepLeases } from './leases.ts'

/** Gives each lease to one worker at a time. A test can take a lease away again. */
function createDesk() {
  const given = new Map<string, AbortController>()
  return {
    async take(name: string): Promise<Lease | undefined> {
      if (given.has(name)) return undefined
      const lost = new AbortController()
      given.set(name, lost)
      return { lost: lost.signal, release: async () => void given.delete(name) }
    },
    takeAway(name: string) {
      given.get(name)?.abort()
      given.delete(name)
    },
  }
}

let stop: AbortController
beforeEach(() => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  stop = new AbortController()
})
afterEach(() => {
  stop.abort()
  vi.restoreAllMocks()
})

const TRY_AGAIN_MS = 30

const desk = createDesk()
const worker = (
  names: readonly string[],
  take = desk.take,
  { signal = stop.signal, tryAgainMs = TRY_AGAIN_MS } = {},
) => {
  const onChange = vi.fn()
  return { ...keepLeases(names, take, signal, onChange, tryAgainMs), onChange }
}

test('each lease is held by one worker, and both workers know when all leases are held', async () => {
  const [one, two] = [worker(['a', 'b']), worker(['a', 'b', 'c'])]
  await Promise.all([one.settled, two.settled])
  expect(['a', 'b', 'c'].map((name) => [one.has(name), two.has(name)])).toEqual([
    [true, false],
    [true, false],
    [false, true],
  ])
})

test('if two workers start together, one of them gets all leases', async () => {
  const names = Array.from({ length: 6 }, (_, n) => `together ${n}`)
  /** Grants some leases late: the leases with an even number, or the leases with an odd number. */
  const late = (even: boolean) => async (name: string) => {
    if (Number(name.at(-1)) % 2 === (even ? 0 : 1)) await sleep(5)
    return desk.take(name)
  }
  const workers = [worker(names, late(true)), worker(names, late(false))]
  await Promise.all(workers.map(({ settled }) => settled))
  const held = workers.map(({ has }) => names.filter(has).length)
  expect(held.toSorted()).toEqual([0, names.length])
})

test('a worker on standby requests the first lease at each try, and the other leases at every fifth try', async () => {
  const names = ['m', 'n']
  await worker(names).settled
  const asked: string[] = []
  const two = worker(names, (name) => {
    asked.push(name)
    return desk.take(name)
  })
  await two.settled
  const times = (name: string) => asked.filter((one) => one === name).length
  await expect.poll(() => times('m')).toBeGreaterThan(10)
  expect(times('n')).toBeLessThan(times('m') / 2)
})

test('a worker on standby requests all other leases as soon as it gets the first lease', async () => {
  const names = ['o', 'p', 'q']
  const stopOne = new AbortController()
  const one = worker(names, desk.take, { signal: stopOne.signal })
  await one.settled
  let tries = 0
  const gotFirst = Promise.withResolvers<void>()
  const two = worker(names, async (name) => {
    const lease = await desk.take(name)
    if (name === 'o') tries++
    if (name === 'o' && lease) setImmediate(gotFirst.resolve)
    return lease
  })
  await two.settled
  // At every fifth try, the other leases are requested anyway.
  await expect.poll(() => tries % 5).toBe(1)
  stopOne.abort()
  await one.release()
  await gotFirst.promise
  expect(names.filter(two.has)).toEqual(names)
})

test('a worker on standby takes over a released lease', async () => {
  const stopOne = new AbortController()
  const one = worker(['d'], desk.take, { signal: stopOne.signal })
  await one.settled
  const two = worker(['d'])
  await two.settled
  stopOne.abort()
  await one.release()
  await expect.poll(() => two.has('d')).toBe(true)
  expect(two.onChange).toHaveBeenCalledTimes(1)
})

test('a lost lease is requested again', async () => {
  const one = worker(['e'])
  await one.settled
  const two = worker(['e'])
  await two.settled
  desk.takeAway('e')
  await expect.poll(() => one.onChange).toHaveBeenCalledTimes(3)
  expect([one.has('e'), two.has('e')]).toEqual([true, false])
})

test('a lease that is lost before its worker receives it is requested again', async () => {
  const names = ['g', 'h']
  let times = 0
  const one = worker(names, async (name) => {
    const lease = await desk.take(name)
    if (name === 'g' && times++ === 0) desk.takeAway(name)
    return lease
  })
  await expect.poll(() => names.map(one.has)).toEqual([true, true])
  expect(times).toBeGreaterThan(1)
})

test('if the store is unavailable for many leases, one line is logged', async () => {
  const names = Array.from({ length: 8 }, (_, n) => `away ${n}`)
  let isAway = false
  let refused = 0
  const one = worker(names, async (name) => {
    if (!isAway) return desk.take(name)
    refused++
    throw new Error('away')
  })
  await expect.poll(() => names.every(one.has)).toBe(true)
  isAway = true
  for (const name of names) desk.takeAway(name)
  await expect.poll(() => refused).toBeGreaterThan(3)
  isAway = false
  await expect.poll(() => names.every(one.has)).toBe(true)
  expect(process.stderr.write).toHaveBeenCalledTimes(1)
})

test('a store that does not answer is asked again until it answers, and `settled` resolves only then', async () => {
  let failures = 3
  const one = worker(['f'], async (name) => {
    if (failures-- > 0) throw new Error('away')
    return desk.take(name)
  })
  const start = performance.now()
  await one.settled
  expect(performance.now() - start).toBeGreaterThanOrEqual(3 * TRY_AGAIN_MS - 5)
  expect(one.has('f')).toBe(true)
  expect(process.stderr.write).toHaveBeenCalledTimes(1)
})
