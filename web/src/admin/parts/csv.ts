type Cell = string | number

/** Rows as a CSV file (RFC 4180). The byte order mark makes spreadsheets read the file as UTF-8. */
export const csvOf = (rows: readonly (readonly Cell[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(written).join(',')).join('\r\n')}\r\n`

/** A spreadsheet would run a text that begins like a formula. An apostrophe before the text prevents this. */
function written(cell: Cell): string {
  const text = typeof cell === 'string' && /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : String(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
