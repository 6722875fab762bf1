export type Mail = Readonly<{
  /** Letters, digits and hyphens; the same at every try, so that whoever gets it twice sees that it is one (the `Message-ID`). */
  id: string
  /** Whom it is about: erasing them removes it. */
  personId: string
  /** What it says, in a word of the shop's: `welcome`. */
  kind: string
  to: string
  /** Whom an answer goes to, if not to the sender of all mails. */
  replyTo?: string
  subject: string
  text: string
  html: string
}>

export type KeptMail = Mail & Readonly<{ sentAt: string }>

type Why = ErrorOptions & Readonly<{ isAnswer?: boolean }>

/** Nobody has taken the mail, for certain. `final`: another try would be refused too. `isAnswer`: the server was there, and has said so. */
export class MailNotTaken extends Error {
  readonly code: string
  readonly final: boolean
  readonly isAnswer: boolean
  constructor(code: string, final: boolean, { isAnswer = final, ...options }: Why = {}) {
    super(`The mail was not taken (${code})`, options)
    this.name = 'MailNotTaken'
    this.code = code
    this.final = final
    this.isAnswer = isAnswer
  }
}

/** How mails leave the shop. Adapters: folder/folder-mailer.ts, shared/smtp. Contract: contract/mailer-contract.ts. */
export interface Mailer {
  /**
   * Hands a mail over; it is out of the shop's hands when this resolves. Throws MailNotTaken; after any other error, or a crash, it may
   * have been taken: then the same mail again is a repeat under its id, which a mailer that keeps mails keeps once.
   */
  send(mail: Mail): Promise<void>
  /** The mails that are kept here to be read, newest first, at most `most`, those after the one with the id `after`; none where mails leave the shop. */
  kept(most: number, after?: string): Promise<readonly KeptMail[]>
  /** Removes what is kept for a person. What has left the shop cannot be called back. */
  forget(personId: string): Promise<void>
  close(): Promise<void>
}

/** What a mail's id may be: it names a file and is part of a `Message-ID`. */
export const MAIL_ID = /^[A-Za-z0-9-]{1,100}$/
