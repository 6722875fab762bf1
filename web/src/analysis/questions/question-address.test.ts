import { expect, test } from 'vitest'
import { addressOf, readAddress } from './question-address.ts'

const sql = "SELECT $days, '#&%'\nFROM OrderPlaced -- €"
const typed = { days: "'14'", unused: '7' }
const version = { name: 'by-day', version: 2, newest: 3, savedAt: '', own: true }
const saved = { ...version, kind: 'question', sql, parameters: {}, rule: null } as const

test('a text is after the # of its address, with its values and its last event in the query', () => {
  const address = addressOf({ sql: '' }, { sql, typed, asOf: ' 2026-11-20 12:00 ' }, true)
  expect(address).toMatch(/^\?asOf=2026-11-20\+12%3A00&%24days=%2714%27#SELECT%20%24days/)
  expect(readAddress(address)).toEqual({ sql, typed: { days: "'14'" }, asOf: '2026-11-20 12:00', isRun: false })
})

test('a saved question is in its address by name and version, and runs when an address of its answer is opened', () => {
  const address = addressOf({ sql, saved }, { sql, typed, asOf: '17043' }, true)
  expect(address).toBe('?question=by-day&version=2&asOf=17043&%24days=%2714%27&run=yes')
  expect(readAddress(address)).toEqual({
    saved: { name: 'by-day', version: 2 },
    typed: { days: "'14'" },
    asOf: '17043',
    isRun: true,
  })
})

test('a saved question with another text is in its address by its text', () => {
  expect(addressOf({ sql, saved }, { sql: 'SELECT 1', typed: {}, asOf: '' }, true)).toBe('#SELECT%201')
})

test('a report is in its address by name', () => {
  expect(addressOf({ sql, report: 'funnel' }, { sql, typed: {}, asOf: '' }, false)).toBe('?report=funnel')
  expect(readAddress('?report=funnel')).toEqual({ report: 'funnel', typed: {}, asOf: '', isRun: false })
})

test('an edited address is read without its invalid parts, and never runs a text', () => {
  expect(readAddress('?question=by-day&version=two&run=yes#%')).toEqual({
    saved: { name: 'by-day' },
    typed: {},
    asOf: '',
    isRun: true,
  })
  expect(readAddress('?run=yes#SELECT%201')).toMatchObject({ sql: 'SELECT 1', isRun: false })
})

test('a comparison has the second set of values in its address', () => {
  const address = addressOf({ sql, saved }, { sql, typed, against: { days: '28', unused: '7' }, asOf: '5' }, true)
  expect(address).toBe('?question=by-day&version=2&asOf=5&%24days=%2714%27&against%24days=28&run=yes')
  expect(readAddress(address)).toMatchObject({ typed: { days: "'14'" }, against: { days: '28' } })
})
