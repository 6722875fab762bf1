import * as z from 'zod'
import { personName } from './account.ts'
import { Email } from './email.ts'
import { MAX_TEXT } from './limits.ts'
import { requiredLines } from './text.ts'

export const ContactBody = z.object({ name: personName, email: Email, message: requiredLines(MAX_TEXT.note) })
export type ContactBody = z.output<typeof ContactBody>

/** Names the correspondent to erase: a person who gave this address without an account. */
export const EraseCorrespondentBody = z.object({ email: Email })
