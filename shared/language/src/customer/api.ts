import * as z from 'zod'
import { MAX_TEXT } from '../limits.ts'
import { requiredLines } from '../values/text.ts'
import type * as answers from './answers.ts'

/** Body of POST /api/admin/users/{id}/notes and /api/admin/orders/{id}/notes. */
export const WriteNoteBody = z.object({ text: requiredLines(MAX_TEXT.note) })

export type Customer = z.output<typeof answers.Customer>
export type Note = z.output<typeof answers.Note>
