import { expect, test } from 'vitest'
import { labelled, ticksTo } from './scale.ts'

test('an axis reaches its highest value in four even steps', () => {
  expect(ticksTo(2731)).toEqual([0, 800, 1600, 2400, 3200])
  expect(ticksTo(13_000)).toEqual([0, 4000, 8000, 12_000, 16_000])
  expect(ticksTo(780)).toEqual([0, 200, 400, 600, 800])
  expect(ticksTo(27)).toEqual([0, 8, 16, 24, 32])
})

test('without sales the axis has whole numbers', () => {
  expect(ticksTo(0)).toEqual([0, 1, 2, 3, 4])
  expect(ticksTo(9)).toEqual([0, 3, 6, 9, 12])
})

test('the last day always has a label, and the other days only if there is space', () => {
  expect(labelled(30, 700, 50)).toEqual([2, 5, 8, 11, 14, 17, 20, 23, 26, 29])
  expect(labelled(30, 300, 50)).toEqual([4, 9, 14, 19, 24, 29])
})
