import * as z from 'zod'
import { defineEvent, type EventOf, personal } from '../events/event.ts'

/** The text may be personal, so it is sealed with the customer's key. */
export const NoteWritten = defineEvent('NoteWritten', {
  says: 'An admin wrote a note on a customer, or on one of their orders, for other admins.',
  schema: z.object({
    noteId: z.string(),
    customerId: z.string(),
    /** Null for a note on the customer. */
    orderId: z.string().nullable(),
    authorId: z.string(),
    text: personal(z.string()),
    at: z.string(),
  }),
  personal: { of: 'customerId', fields: ['text'] },
})

export const noteEvents = [NoteWritten] as const
export type NoteEvent = EventOf<(typeof noteEvents)[number]>

export const notesStream = (customerId: string) => `notes-${customerId}`
