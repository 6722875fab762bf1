import * as z from 'zod'
import { ConfirmEmailBody, Email } from './account.ts'

export const NewsletterBody = z.object({ email: Email })
/** `token` is that of the link in the mail. */
export const NewsletterLinkBody = ConfirmEmailBody
