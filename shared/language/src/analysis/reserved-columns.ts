/** The columns of the copied tables whose names are reserved words of SQL. A question must quote them. */
export const reservedColumns: ReadonlySet<string> = new Set(['asOf', 'at', 'by', 'from', 'to'])

export const quotedColumn = (name: string) => (reservedColumns.has(name) ? `"${name}"` : name)
