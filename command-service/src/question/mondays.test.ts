import { expect, test } from 'vitest'
import { mondaysAround } from './mondays.ts'

const around = (now: string, zone = 'UTC') => mondaysAround(Date.parse(now), zone)

test('the mails of a Monday are due at eight o’clock', () => {
  expect(around('2026-11-27T12:00:00Z')).toEqual({ last: '2026-11-23T08:00:00.000Z', next: '2026-11-30T08:00:00.000Z' })
  expect(around('2026-11-30T07:59:59.999Z')).toMatchObject({ next: '2026-11-30T08:00:00.000Z' })
  expect(around('2026-11-30T08:00:00Z')).toEqual({ last: '2026-11-30T08:00:00.000Z', next: '2026-12-07T08:00:00.000Z' })
})

test('the hour is of the shop’s time zone, also where it is already another day than in UTC', () => {
  expect(around('2026-11-27T12:00:00Z', 'America/New_York').next).toBe('2026-11-30T13:00:00.000Z')
  expect(around('2026-11-29T18:00:00Z', 'Pacific/Auckland').next).toBe('2026-11-29T19:00:00.000Z')
  expect(around('2026-11-29T19:00:00Z', 'Pacific/Auckland').last).toBe('2026-11-29T19:00:00.000Z')
  expect(around('2026-11-27T12:00:00Z', 'Asia/Kolkata').next).toBe('2026-11-30T02:30:00.000Z')
})

test('a change to or from summer time moves the hour in UTC', () => {
  expect(around('2026-10-24T12:00:00Z', 'Europe/Berlin')).toEqual({
    last: '2026-10-19T06:00:00.000Z',
    next: '2026-10-26T07:00:00.000Z',
  })
  expect(around('2026-03-28T12:00:00Z', 'Europe/Berlin').next).toBe('2026-03-30T06:00:00.000Z')
})
