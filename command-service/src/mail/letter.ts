/** A mail as its template writes it, once: its HTML and its text are made of it. Texts are plain; nothing in them is markup. */
export type Letter = Readonly<{
  subject: string
  /** What a list of mails shows beside the subject. */
  preview: string
  heading: string
  blocks: readonly Block[]
  /** Who gets what is answered, and how the mail says so; without one, nobody reads it. */
  replyTo?: string
}>

/** What a mail says at its end. */
export const closingOf = ({ replyTo }: Letter) =>
  replyTo ? `Replies to this email go to ${replyTo}.` : 'Replies to this address are not read.'

export type Block =
  | Readonly<{ is: 'text'; text: string }>
  /** A few facts, each with its name. */
  | Readonly<{ is: 'facts'; facts: readonly (readonly [name: string, value: string])[] }>
  | Readonly<{ is: 'pieces'; pieces: readonly Piece[]; sums?: readonly Sum[] }>
  | Readonly<{ is: 'address'; title: string; lines: readonly string[] }>
  /** What the reader may do; at most one in a mail is meant. */
  | Readonly<{ is: 'action'; label: string; href: string }>

/** What the amounts of the pieces come to; the last one of them is what is paid. */
export type Sum = readonly [name: string, amount: string]

export type Piece = Readonly<{ name: string; detail: string; amount?: string }>

export const text = (words: string): Block => ({ is: 'text', text: words })
