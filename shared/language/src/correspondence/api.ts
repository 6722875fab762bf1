import * as z from 'zod'
import { ConfirmEmailBody, personName } from '../account/api.ts'
import { Email } from '../account/email.ts'
import { MAX_TEXT } from '../limits.ts'
import { requiredLines } from '../values/text.ts'

export const ContactBody = z.object({ name: personName, email: Email, message: requiredLines(MAX_TEXT.note) })
export type ContactBody = z.output<typeof ContactBody>

export const EraseCorrespondentBody = z.object({ email: Email })

export const NewsletterBody = z.object({ email: Email })
export const NewsletterLinkBody = ConfirmEmailBody
