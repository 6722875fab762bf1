import { join } from 'node:path'
import * as z from 'zod'
import { timeZone } from './environment-values.ts'

export type MailConfig = Readonly<{
  /** The address of a mail server (`smtp:` or `smtps:`), or `outbox:` and a folder. */
  address: string
  from: string
  contact: string
  /** The IANA name of the zone in which weekly mails are due on Mondays. */
  timeZone: string
}>

const FROM = 'Selvedge <shop@selvedge.example>'

const isMailServer = (value: string) => URL.canParse(value) && /^smtps?:$/.test(new URL(value).protocol)
const isSender = (value: string) => /^([^<>\r\n]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(value)

/** May be empty, because the file of this secret must exist even in a shop without a mail server. */
const mailServer = z
  .string()
  .refine((value) => value === '' || isMailServer(value), 'enter smtp:// or smtps:// with a mail server')
const mailSender = z.string().refine(isSender, 'enter an address such as shop@shop.example or Shop <shop@shop.example>')

export const mailVariables = {
  MAIL_URL: mailServer.optional(),
  MAIL_FROM: mailSender.optional(),
  CONTACT_EMAIL: z.email('enter an e-mail address').optional(),
  TIME_ZONE: timeZone.default('UTC'),
}

type Given = Readonly<{
  MAIL_URL?: string | undefined
  MAIL_FROM?: string | undefined
  PUBLIC_ORIGIN?: string | undefined
  CONTACT_EMAIL?: string | undefined
  TIME_ZONE: string
  ADMIN_EMAIL: string
  DATA_DIR: string
}>

/** Without a mail server, mails are stored in the data folder, where admins can read them. */
export const mailOf = ({
  MAIL_URL,
  MAIL_FROM,
  CONTACT_EMAIL,
  TIME_ZONE,
  ADMIN_EMAIL,
  DATA_DIR,
}: Given): MailConfig => ({
  address: MAIL_URL || `outbox:${join(DATA_DIR, 'outbox')}`,
  from: MAIL_FROM ?? FROM,
  contact: CONTACT_EMAIL ?? ADMIN_EMAIL,
  timeZone: TIME_ZONE,
})

export function lackingForMail({ MAIL_URL, MAIL_FROM, PUBLIC_ORIGIN }: Given): readonly (readonly [string, string])[] {
  if (!MAIL_URL) return []
  return [
    ...(MAIL_FROM ? [] : [['MAIL_FROM', 'MAIL_URL needs it as the sender of the mails'] as const]),
    ...(PUBLIC_ORIGIN ? [] : [['PUBLIC_ORIGIN', 'MAIL_URL needs it for the links in the mails'] as const]),
  ]
}
