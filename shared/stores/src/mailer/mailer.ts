export type Mail = Readonly<{
  /**
   * Letters, digits and hyphens. Every try to send the mail uses the same id, which is a part of the `Message-ID`. So a recipient who gets
   * the mail twice sees that it is the same mail.
   */
  id: string
  /** The person that the mail is about. The person's erasure removes the mail. */
  personId: string
  /** The kind of mail, such as `welcome`. */
  kind: string
  to: string
  /** The address for answers, if it is not the address that all mails are sent from. */
  replyTo?: string
  subject: string
  text: string
  html: string
}>

export type KeptMail = Mail & Readonly<{ sentAt: string }>

type Why = ErrorOptions & Readonly<{ isAnswer?: boolean }>

/**
 * The mail was certainly not accepted. `final`: another try would be refused too. `isAnswer`: the server was reachable and refused the
 * mail.
 */
export class MailNotTaken extends Error {
  readonly code: string
  readonly final: boolean
  readonly isAnswer: boolean
  constructor(code: string, final: boolean, { isAnswer = final, ...options }: Why = {}) {
    super(`The mail server did not accept the mail (${code})`, options)
    this.name = 'MailNotTaken'
    this.code = code
    this.final = final
    this.isAnswer = isAnswer
  }
}

/** How mails leave the shop. Adapters: folder/folder-mailer.ts, shared/smtp. Contract: contract/mailer-contract.ts. */
export interface Mailer {
  /**
   * Sends a mail. When the promise resolves, the mail has left the shop. Throws MailNotTaken. After any other error, or a crash, the mail
   * may have been accepted. The caller then sends it again under the same id, and a mailer that stores mails stores it once.
   */
  send(mail: Mail): Promise<void>
  /**
   * The mails that are stored here for reading, newest first: at most `most`, and only mails that follow the mail `after`. Empty if the
   * mailer sends its mails out of the shop.
   */
  kept(most: number, after?: string): Promise<readonly KeptMail[]>
  /** Removes the stored mails of a person. Mails that have left the shop cannot be recalled. */
  forget(personId: string): Promise<void>
  close(): Promise<void>
}

/** The form of a mail's id. The id is a part of a file's name and of a `Message-ID`. */
export const MAIL_ID = /^[A-Za-z0-9-]{1,100}$/
