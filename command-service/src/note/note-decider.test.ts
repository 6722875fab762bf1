import { NoteWritten } from '@shop/language/customer/note-events'
import fc from 'fast-check'
import { test } from 'vitest'
import { specOf } from '../spec.ts'
import { aRetryChangesNothing } from '../test-support/retries.ts'
import { type NoteCommand, noteDecider } from './note-decider.ts'

const { given } = specOf(noteDecider)
const note = { noteId: 'n1', customerId: 'ada', orderId: null, authorId: 'root', text: 'Rang twice', at: '' }
const write = (text: string): NoteCommand => ({ type: 'Write', note: { ...note, text } })

test('a note is written, and the same text written again is a second note', () => {
  given().when(write('Rang twice')).thenEvents(NoteWritten(note))
  given(NoteWritten(note)).when(write('Rang twice')).thenEvents(NoteWritten(note))
})

test('a customer has a maximum of notes', () => {
  given(...Array.from({ length: 500 }, () => NoteWritten(note)))
    .when(write('One more'))
    .thenRefused('CONFLICT')
})

test('a note that one command writes twice is one note', () =>
  aRetryChangesNothing(noteDecider, fc.constantFrom('Rang twice', 'Rang once').map(write)))
