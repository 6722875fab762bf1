type Cell = string | number

/** Rows as a CSV file (RFC 4180) that spreadsheets open: with a byte order mark, without which they take UTF-8 for something else. */
export const csvOf = (rows: readonly (readonly Cell[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(written).join(',')).join('\r\n')}\r\n`

/** A customer's text that begins like a formula would be run by a spreadsheet: an apostrophe keeps it a text. */
function written(cell: Cell): string {
  const text = typeof cell === 'string' && /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : String(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
