import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Counters } from '../counters.ts'

/** `open` returns counters over one store, which may have counts of earlier tests. */
export function countersContract(open: () => Promise<Counters>) {
  let counters: Counters
  let name: string
  beforeEach(async () => {
    counters = await open()
    name = `tries ${crypto.randomUUID()}`
  })
  afterEach(() => counters.close())
  const budget = (points: number, seconds = 60) => ({ name, points, seconds })

  test('forty concurrent takes get exactly the twenty points of the budget', async () => {
    const counter = counters.counter(budget(20))
    const counts = await Promise.all(Array.from({ length: 40 }, () => counter.take('one')))
    expect(counts.filter(({ isOver }) => !isOver)).toHaveLength(20)
    expect(counts.map(({ taken }) => taken).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 40 }, (_, n) => n + 1),
    )
  })

  test('keys and budgets are counted separately, and counters with one name are counted together', async () => {
    await counters.counter(budget(1)).take('one')
    expect(await counters.counter(budget(1)).take('one')).toMatchObject({ taken: 2, isOver: true })
    expect(await counters.counter(budget(1)).take('two')).toMatchObject({ taken: 1, isOver: false })
    const other = { ...budget(1), name: `${name} other` }
    expect(await counters.counter(other).take('one')).toMatchObject({ taken: 1, isOver: false })
  })

  test('a take over the budget returns the time until the budget is whole again', async () => {
    const counter = counters.counter(budget(1, 1))
    await counter.take('one')
    const { againInMs } = await counter.take('one')
    expect(againInMs).toBeGreaterThan(0)
    expect(againInMs).toBeLessThanOrEqual(1000)
    await pause(1100)
    expect(await counter.take('one')).toMatchObject({ taken: 1, isOver: false })
  })

  test('a look at a count does not change it', async () => {
    const counter = counters.counter(budget(2))
    expect(await counter.look('one')).toEqual({ taken: 0, isOver: false, againInMs: 0 })
    await counter.take('one')
    await counter.look('one')
    expect(await counter.look('one')).toMatchObject({ taken: 1, isOver: false })
  })

  test('a given-back point can be taken again, and giving back for an unused key changes nothing', async () => {
    const counter = counters.counter(budget(1))
    await counter.take('one')
    await counter.giveBack('one')
    expect(await counter.take('one')).toMatchObject({ taken: 1, isOver: false })
    await counter.giveBack('two')
    expect(await counter.take('two')).toMatchObject({ taken: 1, isOver: false })
  })

  test('a forgotten key has its whole budget again', async () => {
    const counter = counters.counter(budget(1))
    await counter.take('one')
    await counter.take('one')
    await counter.forget('one')
    expect(await counter.take('one')).toMatchObject({ taken: 1, isOver: false })
  })
}
