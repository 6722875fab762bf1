export type Cell = string | number
export type Cells = readonly (readonly Cell[])[]

/** Rows as a CSV file (RFC 4180). The byte order mark makes spreadsheets read the file as UTF-8. */
export const csvOf = (rows: Cells): string =>
  `\uFEFF${rows.map((row) => row.map((cell) => quoted(written(cell))).join(',')).join('\r\n')}\r\n`

/** Rows as text to paste into a spreadsheet: cells are separated by tabs. */
export const pastedOf = (rows: Cells): string =>
  rows.map((row) => row.map((cell) => written(cell).replaceAll(/[\t\r\n]+/g, ' ')).join('\t')).join('\n')

/** An apostrophe prevents a spreadsheet from running a text that begins like a formula. */
const written = (cell: Cell) => (typeof cell === 'string' && /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : String(cell))

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
