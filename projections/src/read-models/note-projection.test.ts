import { AccountErased } from '@shop/language/account/events'
import { NoteWritten } from '@shop/language/customer/note-events'
import { expect, test } from 'vitest'
import { documentsAfter } from '../spec.ts'
import { noteProjection } from './note-projection.ts'

const written = (noteId: string, customerId: string, text: string | null = 'Rang twice') =>
  NoteWritten({ noteId, customerId, orderId: 'o1', authorId: 'root', text, at: '2026-01-01T00:00:00.000Z' })

test('a note is kept with its customer and its order', () => {
  expect(documentsAfter(noteProjection, written('n1', 'ada'))).toEqual({
    n1: { _id: 'n1', customerId: 'ada', orderId: 'o1', authorId: 'root', text: 'Rang twice', at: expect.any(String) },
  })
})

test('an erased customer has no notes left, whether the notes are read before or after the key was destroyed', () => {
  const erased = AccountErased({ accountId: 'ada', emailKey: 'k' })
  const left = documentsAfter(noteProjection, written('n1', 'ada'), written('n2', 'bob'), erased)
  expect(Object.keys(left)).toEqual(['n2'])
  expect(documentsAfter(noteProjection, written('n1', 'ada', null), written('n2', 'bob'), erased)).toEqual(left)
})
