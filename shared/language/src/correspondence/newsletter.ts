import * as z from 'zod'
import { ConfirmEmailBody } from '../account/api.ts'
import { Email } from '../account/email.ts'

export const NewsletterBody = z.object({ email: Email })
/** `token` is the token of the mailed link. */
export const NewsletterLinkBody = ConfirmEmailBody
