import * as z from 'zod'
import { ConfirmEmailBody } from '../account/api.ts'
import { Email } from '../account/email.ts'

export const NewsletterBody = z.object({ email: Email })
export const NewsletterLinkBody = ConfirmEmailBody
