/** A text in SQL. In a file of its own: the process of a question reads nothing of the shop's language. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`
