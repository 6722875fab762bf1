import { type Mailer, MailNotTaken } from '@shop/stores/mailer/mailer'
import nodemailer from 'nodemailer'

/** Errors before the server received the mail. If a connection ends later, it is unknown whether the mail was accepted. */
const BEFORE_THE_MAIL = new Set([
  ...['EDNS', 'EAUTH', 'ENOAUTH', 'ETLS', 'EENVELOPE', 'ECONFIG', 'EPROXY'],
  ...['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'CONNECT_TIMEOUT', 'GREETING_TIMEOUT'],
])

/** A healthy mail server answers within seconds. A worker's other jobs must not wait for an unhealthy one. */
const TIMEOUT_MS = 10_000

type Options = Readonly<{ timeoutMs?: number }>

/** An untrusted certificate, or no TLS at all. */
const TLS = /CERT|^UNABLE_TO|^ERR_(TLS|SSL)/

/**
 * Sends mails to the server at `url`, such as `smtps://name:password@mail.example:465`. Uses TLS when the server offers it, and checks
 * the certificate. Makes no connection before the first mail.
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
    // Mails contain only texts, which must never name a file or an address to fetch.
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

/** The error for a mail that was certainly not accepted; undefined otherwise. */
function notTaken(cause: unknown): MailNotTaken | undefined {
  const { code = '', originalCode = '', timeoutType = '', command, responseCode } = cause as SmtpError
  const isAnswer = responseCode !== undefined && responseCode >= 400
  const isBefore = [code, originalCode, timeoutType].some((word) => BEFORE_THE_MAIL.has(word) || TLS.test(word))
  if (!isAnswer && !isBefore) return undefined
  // A refusal of the sign-in or the sender can be fixed; a refusal of this recipient or this mail is final.
  const final = isAnswer && responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA')
  return new MailNotTaken([code, ...(isAnswer ? [responseCode] : [])].join(' '), final, { cause, isAnswer })
}
