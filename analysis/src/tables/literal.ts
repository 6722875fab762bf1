/**
 * A text literal in SQL. Throws if the text has a NUL character: the engine would end the literal there, and would read the rest as SQL.
 * This function has its own file, because the process that answers a question must not load `@shop/language`.
 */
export function literal(text: string): string {
  if (text.includes('\0')) throw new Error('A text in SQL has a NUL')
  return `'${text.replaceAll("'", "''")}'`
}

/** A list of text literals in SQL, for functions that read several files. */
export const listOf = (texts: readonly string[]): string => `[${texts.map(literal).join(', ')}]`
