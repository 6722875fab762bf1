import { expect, test } from 'vitest'
import type { CopyView } from '../copy/copy-view.ts'
import { DAMAGED } from '../copy/damaged.ts'
import { unavailable } from './copied-range.ts'
import { createReading } from './over-copy.ts'
import { refusal } from './question.ts'

const view = () => ({ [Symbol.dispose]() {} }) as CopyView
const commit = async () => {}

/** `check(true)` finds the damage, `check()` does not. */
const readingDamaged = createReading({ commit, view, check: async (isThorough) => !isThorough })
const readingWhole = createReading({ commit, view, check: async () => true })

test('a read that fails because of a damaged file says so', async () => {
  const failing = async () => {
    throw unavailable('The copy of the log is being rebuilt. Try again in a moment')
  }
  await expect(readingDamaged(failing)).rejects.toThrow(DAMAGED)
  await expect(readingWhole(failing)).rejects.toThrow('being rebuilt')
})

test('a mistake in a question is not taken for a damage', async () => {
  const mistaken = async () => {
    throw refusal('There is no table "x"')
  }
  await expect(readingDamaged(mistaken)).rejects.toThrow('There is no table "x"')
})
