/**
 * A text literal in SQL. Throws for a text with a NUL character: for the engine the text would end there, and the rest would be read as
 * SQL. This function has its own file, because the process of a question must not load the shop's language.
 */
export function literal(text: string): string {
  if (text.includes('\0')) throw new Error('A text in SQL has a NUL')
  return `'${text.replaceAll("'", "''")}'`
}

/** A list of text literals in SQL, as the functions that read files take it. */
export const listOf = (texts: readonly string[]): string => `[${texts.map(literal).join(', ')}]`
