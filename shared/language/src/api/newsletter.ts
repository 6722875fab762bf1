import * as z from 'zod'
import { ConfirmEmailBody } from './account.ts'
import { Email } from './email.ts'

export const NewsletterBody = z.object({ email: Email })
/** `token` is that of the link in the mail. */
export const NewsletterLinkBody = ConfirmEmailBody
