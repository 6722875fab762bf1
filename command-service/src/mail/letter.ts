/** A mail as its template writes it, once; its HTML and its text are both made from this. All texts are plain, without markup. */
export type Letter = Readonly<{
  subject: string
  /** Shown by a mail program's list beside the subject. */
  preview: string
  heading: string
  blocks: readonly Block[]
  /** The address that gets replies; the mail's last line names it. Without one, replies are not read. */
  replyTo?: string
}>

/** The last line of a mail. */
export const closingOf = ({ replyTo }: Letter) =>
  replyTo ? `Replies to this email go to ${replyTo}.` : 'Replies to this address are not read.'

export type Block =
  | Readonly<{ is: 'text'; text: string }>
  /** A list of facts, each with a name. */
  | Readonly<{ is: 'facts'; facts: readonly (readonly [name: string, value: string])[] }>
  | Readonly<{ is: 'pieces'; pieces: readonly Piece[]; sums?: readonly Sum[] }>
  | Readonly<{ is: 'address'; title: string; lines: readonly string[] }>
  /** A link as a button; at most one in a mail. */
  | Readonly<{ is: 'action'; label: string; href: string }>

/** The sums below the pieces; the last one is the amount paid. */
export type Sum = readonly [name: string, amount: string]

export type Piece = Readonly<{ name: string; detail: string; amount?: string }>

export const text = (words: string): Block => ({ is: 'text', text: words })
