import * as z from 'zod'
import { Email, personName } from './account.ts'
import { MAX_TEXT } from './limits.ts'
import { requiredText } from './text.ts'

export const ContactBody = z.object({ name: personName, email: Email, message: requiredText(MAX_TEXT.note) })
export type ContactBody = z.output<typeof ContactBody>

/** Names whoever is to be erased without an account. */
export const EraseCorrespondentBody = z.object({ email: Email })
