export type Letter = Readonly<{
  subject: string
  /** A list of mails shows this text beside the subject. */
  preview: string
  heading: string
  blocks: readonly Block[]
  /** Where replies go. Missing if the shop does not read replies. */
  replyTo?: string
}>

export const closingOf = ({ replyTo }: Letter) =>
  replyTo
    ? `Replies to this email go to ${replyTo}.`
    : 'We do not read replies to this email. To write to us, use the contact page of our shop.'

export type Block =
  | Readonly<{ is: 'text'; text: string }>
  | Readonly<{ is: 'facts'; facts: readonly (readonly [name: string, value: string])[] }>
  | Readonly<{ is: 'table'; columns: readonly Column[]; rows: readonly (readonly string[])[] }>
  | Readonly<{ is: 'pieces'; pieces: readonly Piece[]; sums?: readonly Sum[] }>
  | Readonly<{ is: 'address'; title: string; lines: readonly string[] }>
  /** A mail has at most one button. */
  | Readonly<{ is: 'action'; label: string; href: string }>

type Column = Readonly<{ name: string; isNumber: boolean }>

/** The last sum is the amount paid. */
export type Sum = readonly [name: string, amount: string]

export type Piece = Readonly<{ name: string; detail: string; amount?: string }>

export const text = (words: string): Block => ({ is: 'text', text: words })
