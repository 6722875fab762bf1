import { copiedData, eventsTable, quoted, type Table } from './all-tables.ts'
import { literal } from './literal.ts'
import type { Shape } from './shape.ts'

/** Reads files of events, such as the copy's tails, as a relation. `files`: a list in SQL. In an incomplete line, `event` is null. */
export const fromLines = (files: string) => {
  const columns = eventsTable.columns.map(({ name, type }) => `${quoted(name)}: ${literal(typeInLine(type))}`)
  return `read_json(${files}, format = 'newline_delimited', ignore_errors = true, columns = {${columns.join(', ')}})`
}

/** An invalid moment becomes null, because moments are read as text and cast later. */
const typeInLine = (type: string) => (type === 'TIMESTAMP' ? 'VARCHAR' : type)
const inLine = ({ name, type }: Table['columns'][number]) =>
  type === 'TIMESTAMP' ? `TRY_CAST(${quoted(name)} AS TIMESTAMP) AS ${quoted(name)}` : quoted(name)

export function selectRows({ name, columns }: Table, relation: string): string {
  const data = copiedData(name)?.shape
  if (!data) return `SELECT ${columns.map(inLine).join(', ')} FROM ${relation}`
  const chosen = columns.map((column) =>
    column.name in data.fields ? `fields.${quoted(column.name)}` : inLine(column),
  )
  const lines = `SELECT *, json_transform(data, ${literal(jsonShape(data))}) AS fields FROM ${relation}`
  return `SELECT ${chosen.join(', ')} FROM (${lines} WHERE type = ${literal(name)})`
}

/** For example {"orderId": "VARCHAR", "items": [{"size": "VARCHAR"}]}. */
function jsonShape(shape: Shape): string {
  if (shape.is === 'list') return `[${jsonShape(shape.of)}]`
  if (shape.is !== 'struct') return JSON.stringify(shape.is)
  const fields = Object.entries(shape.fields).map(([name, field]) => `${JSON.stringify(name)}: ${jsonShape(field)}`)
  return `{${fields.join(', ')}}`
}
