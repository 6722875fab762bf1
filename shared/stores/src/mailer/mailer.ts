export type Mail = Readonly<{
  /**
   * Letters, digits and hyphens. Every try to send the mail uses the same id in the `Message-ID`, so a recipient can recognize a second
   * copy.
   */
  id: string
  /** The mail is removed when this person is erased. */
  personId: string
  /** Such as `welcome`. */
  kind: string
  to: string
  /** The address for answers, if it is not the sender's address. */
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

/** Adapters: folder/folder-mailer.ts, shared/smtp. Contract: contract/mailer-contract.ts. */
export interface Mailer {
  /**
   * Resolves when the mail has left the shop. Throws MailNotTaken. After any other error, or a crash, the mail may have been accepted. The
   * caller then sends the mail again under the same id, and a mailer that stores mails keeps one copy.
   */
  send(mail: Mail): Promise<void>
  /**
   * The mails that are stored here, newest first: at most `most`, after the mail with the id `after`. Empty if the mailer stores no
   * mails.
   */
  kept(most: number, after?: string): Promise<readonly KeptMail[]>
  /** Removes the stored mails of a person. Mails that have left the shop cannot be recalled. */
  forget(personId: string): Promise<void>
  close(): Promise<void>
}

/** The id is a part of a file's name and of a `Message-ID`. */
export const MAIL_ID = /^[A-Za-z0-9-]{1,100}$/
