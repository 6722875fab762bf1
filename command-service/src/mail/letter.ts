/**
 * The content of a mail. The mail's HTML and its plain text are both made from this content, so the texts in it have no markup.
 */
export type Letter = Readonly<{
  subject: string
  /** The text that a mail program shows beside the subject in its list of mails. */
  preview: string
  heading: string
  blocks: readonly Block[]
  /** The address that gets replies. The mail's last line names it. Missing if the shop does not read replies. */
  replyTo?: string
}>

/** The last line of a mail. */
export const closingOf = ({ replyTo }: Letter) =>
  replyTo
    ? `Replies to this email go to ${replyTo}.`
    : 'We do not read replies to this email. To write to us, use the contact page of our shop.'

export type Block =
  | Readonly<{ is: 'text'; text: string }>
  /** A list of facts, each with a name. */
  | Readonly<{ is: 'facts'; facts: readonly (readonly [name: string, value: string])[] }>
  /** A table. Cells of a column of numbers are aligned to the right. */
  | Readonly<{ is: 'table'; columns: readonly Column[]; rows: readonly (readonly string[])[] }>
  | Readonly<{ is: 'pieces'; pieces: readonly Piece[]; sums?: readonly Sum[] }>
  | Readonly<{ is: 'address'; title: string; lines: readonly string[] }>
  /** A link that is shown as a button. A mail has at most one button. */
  | Readonly<{ is: 'action'; label: string; href: string }>

export type Column = Readonly<{ name: string; isNumber: boolean }>

/** One of the sums below the pieces. The last sum is the amount paid. */
export type Sum = readonly [name: string, amount: string]

export type Piece = Readonly<{ name: string; detail: string; amount?: string }>

export const text = (words: string): Block => ({ is: 'text', text: words })
