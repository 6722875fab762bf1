/**
 * A text in SQL. The engine's texts end at a NUL, and what comes after it would be read as SQL: then it throws. In a file of its own: the
 * process of a question reads nothing of the shop's language.
 */
export function literal(text: string): string {
  if (text.includes('\0')) throw new Error('A text in SQL has a NUL')
  return `'${text.replaceAll("'", "''")}'`
}

/** A list of texts in SQL, as the readers of files take them. */
export const listOf = (texts: readonly string[]): string => `[${texts.map(literal).join(', ')}]`
