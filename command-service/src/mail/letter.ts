/** A mail as its template writes it, once: its HTML and its text are made of it. Texts are plain; nothing in them is markup. */
export type Letter = Readonly<{
  subject: string
  /** What a list of mails shows beside the subject. */
  preview: string
  heading: string
  blocks: readonly Block[]
}>

export type Block =
  | Readonly<{ is: 'text'; text: string }>
  /** A few facts, each with its name. */
  | Readonly<{ is: 'facts'; facts: readonly (readonly [name: string, value: string])[] }>
  | Readonly<{ is: 'pieces'; pieces: readonly Piece[]; total?: readonly [name: string, amount: string] }>
  | Readonly<{ is: 'address'; title: string; lines: readonly string[] }>
  /** What the reader may do; at most one in a mail is meant. */
  | Readonly<{ is: 'action'; label: string; href: string }>

export type Piece = Readonly<{ name: string; detail: string; amount?: string }>

export const text = (words: string): Block => ({ is: 'text', text: words })
