import { type Mailer, MailNotTaken } from '@shop/stores/mailer/mailer'
import nodemailer from 'nodemailer'

/** Errors before the server was given the mail. Of a connection that ends later nobody knows whether the mail was taken. */
const BEFORE_THE_MAIL = new Set([
  ...['EDNS', 'EAUTH', 'ENOAUTH', 'ETLS', 'EENVELOPE', 'ECONFIG', 'EPROXY'],
  ...['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'CONNECT_TIMEOUT', 'GREETING_TIMEOUT'],
])

/** A mail server that is well answers within seconds; a worker's other jobs are not to wait for one that is not. */
const TIMEOUT_MS = 10_000

type Options = Readonly<{ timeoutMs?: number }>

/** A certificate that is not to be trusted, or no TLS at all. */
const TLS = /CERT|^UNABLE_TO|^ERR_(TLS|SSL)/

/**
 * Sends mails to the server at `url`, as `smtps://name:password@mail.example:465`. TLS is used wherever the server has it, with a
 * certificate that is checked. Nothing is sent before the first mail.
 */
export function openSmtpMailer(url: string, from: string, { timeoutMs = TIMEOUT_MS }: Options = {}): Mailer {
  const transport = nodemailer.createTransport(
    {
      url,
      dnsTimeout: timeoutMs,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: 2 * timeoutMs,
    },
    // A mail has texts only: none of them names a file or an address to be fetched.
    { from, disableFileAccess: true, disableUrlAccess: true },
  )
  const domain = /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost'

  return {
    async send({ id, to, replyTo, subject, text, html }) {
      const headers = { 'Auto-Submitted': 'auto-generated' }
      try {
        await transport.sendMail({
          messageId: `<${id}@${domain}>`,
          to: { name: '', address: to },
          ...(replyTo && { replyTo: { name: '', address: replyTo } }),
          subject,
          text,
          html,
          headers,
        })
      } catch (error) {
        throw notTaken(error) ?? error
      }
    },
    kept: async () => [],
    forget: async () => {},
    close: async () => transport.close(),
  }
}

type SmtpError = Readonly<{
  code?: string
  originalCode?: string
  timeoutType?: string
  command?: string
  responseCode?: number
}>

/** The error that says so, if nobody has taken the mail. */
function notTaken(cause: unknown): MailNotTaken | undefined {
  const { code = '', originalCode = '', timeoutType = '', command, responseCode } = cause as SmtpError
  const isAnswer = responseCode !== undefined && responseCode >= 400
  const isBefore = [code, originalCode, timeoutType].some((word) => BEFORE_THE_MAIL.has(word) || TLS.test(word))
  if (!isAnswer && !isBefore) return undefined
  // What is said of sign-in or the sender may be mended; what is said of this recipient or this mail is not.
  const final = isAnswer && responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA')
  return new MailNotTaken([code, ...(isAnswer ? [responseCode] : [])].join(' '), final, { cause, isAnswer })
}
