import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countOf, SlotSet, setBit, slotsOf } from './slot-set.ts'

const slot = fc.integer({ min: 0, max: 3000 })

/** Enough slots for some sets to change from a list into bits. */
const manySlots = fc.integer({ min: 900, max: 1100 }).map((count) => Array.from({ length: count }, (_, n) => n * 2))

test('a set has what was added and not removed since, as a list and as bits', () => {
  fc.assert(
    fc.property(manySlots, fc.array(slot), fc.array(slot), fc.array(slot), (first, added, removed, others) => {
      const set = new SlotSet()
      const expected = new Set([...first, ...added])
      for (const one of [...first, ...added]) set.add(one)
      for (const one of removed) {
        set.delete(one)
        expected.delete(one)
      }
      const bits = new Int32Array(94)
      for (const other of others) setBit(bits, other)
      const common = new Set(others).intersection(expected)
      expect(set.size).toBe(expected.size)
      expect(set.countIn(bits)).toBe(common.size)
      set.keepIn(bits)
      expect(countOf(bits)).toBe(common.size)
      expect([...slotsOf(bits)]).toEqual([...common].toSorted((one, other) => one - other))
      set.addTo(bits)
      expect(new Set(slotsOf(bits))).toEqual(expected)
    }),
    { numRuns: 50 },
  )
})
