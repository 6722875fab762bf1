/** A text in SQL. In a file of its own: the process of a question reads nothing of the shop's language. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** A list of texts in SQL, as the readers of files take them. */
export const listOf = (texts: readonly string[]): string => `[${texts.map(literal).join(', ')}]`
