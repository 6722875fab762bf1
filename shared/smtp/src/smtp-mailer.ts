import { type Mailer, MailNotTaken } from '@shop/stores/mailer/mailer'
import nodemailer from 'nodemailer'

/** After these errors, the server has certainly not accepted the mail. */
const BEFORE_THE_MAIL = new Set([
  ...['EDNS', 'EAUTH', 'ENOAUTH', 'ETLS', 'EENVELOPE', 'ECONFIG', 'EPROXY'],
  ...['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'CONNECT_TIMEOUT', 'GREETING_TIMEOUT'],
])

/** A slow server must not delay the worker's other jobs. */
const TIMEOUT_MS = 10_000

type Options = Readonly<{ timeoutMs?: number }>

/** Error codes of an untrusted certificate, or of a server without TLS. */
const TLS = /CERT|^UNABLE_TO|^ERR_(TLS|SSL)/

/**
 * Sends mails to the server at `url`, such as `smtps://name:password@mail.example:465`. Uses TLS if the server offers it, and checks the
 * certificate.
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
    // A mail has only texts, so the library never needs to read a file or fetch a URL.
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

/** Returns undefined if the server may have accepted the mail. */
function notTaken(cause: unknown): MailNotTaken | undefined {
  const { code = '', originalCode = '', timeoutType = '', command, responseCode } = cause as SmtpError
  const isAnswer = responseCode !== undefined && responseCode >= 400
  const isBefore = [code, originalCode, timeoutType].some((word) => BEFORE_THE_MAIL.has(word) || TLS.test(word))
  if (!isAnswer && !isBefore) return undefined
  // Repeating a refused recipient or mail is useless, but the operator can fix a refused sign-in or sender.
  const final = isAnswer && responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA')
  return new MailNotTaken([code, ...(isAnswer ? [responseCode] : [])].join(' '), final, { cause, isAnswer })
}
