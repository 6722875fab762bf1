import { ShopStarted, type ShopStartedEvent } from '@shop/language/shop/events'
import { expect, test } from 'vitest'
import { startDecider } from './start-decider.ts'

const at = (minute: number, release = '1.0'): ShopStartedEvent['data'] => ({
  release,
  readModels: ['orders@3'],
  settings: {
    processes: 'one',
    log: 'file',
    production: false,
    testPayments: true,
    checkoutTtlSeconds: 1800,
    rateLimits: true,
    demo: true,
    analysis: true,
  },
  startedAt: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString(),
})

/** The minutes of the starts that are recorded. */
function recorded(...starts: readonly ShopStartedEvent['data'][]) {
  const events: ShopStartedEvent[] = []
  for (const start of starts) {
    const state = events.reduce(startDecider.evolve, startDecider.initialState)
    events.push(...startDecider.decide({ type: 'RecordStart', ...start }, state))
  }
  return events.map(({ data }) => new Date(data.startedAt).getUTCMinutes())
}

test('each start is recorded', () => {
  expect(recorded(at(0), at(20), at(40))).toEqual([0, 20, 40])
  expect(startDecider.decide({ type: 'RecordStart', ...at(0) }, [])).toEqual([ShopStarted(at(0))])
})

test('of equal starts within ten minutes only three are recorded; the next start is recorded after that time', () => {
  expect(recorded(...Array.from({ length: 15 }, (_, minute) => at(minute)))).toEqual([0, 1, 2, 10, 11, 12])
})

test('a start of another release or with other settings is recorded at any time', () => {
  expect(recorded(at(0), at(1), at(2), at(3, '1.1'), at(4, '1.1'))).toEqual([0, 1, 2, 3, 4])
  const without = { ...at(3), settings: { ...at(3).settings, demo: false } }
  expect(recorded(at(0), at(1), at(2), without)).toEqual([0, 1, 2, 3])
})

test('a start with other payments than the last start is recorded, even if equal starts are recorded already', () => {
  const real = (minute: number) => ({ ...at(minute), settings: { ...at(minute).settings, testPayments: false } })
  expect(recorded(real(0), real(1), real(2), at(3), real(4), real(5))).toEqual([0, 1, 2, 3, 4])
})
