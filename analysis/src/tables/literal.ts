/**
 * Throws if the text has a NUL character: the engine would end the literal there and read the rest as SQL. This file imports nothing,
 * because the process that answers a question must not load `@shop/language`.
 */
export function literal(text: string): string {
  if (text.includes('\0')) throw new Error('A text for SQL contains a NUL character')
  return `'${text.replaceAll("'", "''")}'`
}

export const listOf = (texts: readonly string[]): string => `[${texts.map(literal).join(', ')}]`
