import * as z from 'zod'
import { ConfirmEmailBody } from './account.ts'
import { Email } from './email.ts'

export const NewsletterBody = z.object({ email: Email })
/** `token` is the token of the mailed link. */
export const NewsletterLinkBody = ConfirmEmailBody
