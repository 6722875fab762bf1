import { expect, test } from 'vitest'
import { newGuestId } from './guest-store.ts'

test('a guest id has the time and 128 random bits', () => {
  for (const id of Array.from({ length: 100 }, newGuestId)) expect(id).toMatch(/^guest_\d{13}_[\w-]{22}$/)
})

test('two guests in the same millisecond get different ids', () => {
  expect(new Set(Array.from({ length: 100 }, newGuestId)).size).toBe(100)
})
