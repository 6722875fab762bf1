import { trailColumns, trailWords } from '@shop/language/analysis/trail-tables'
import type { ParameterValue } from './question.ts'
import { type Node, nodesOf } from './statement.ts'
import type { ColumnValues, TableSql } from './table-sql.ts'

const COMPARISONS = /^COMPARE_(NOT)?EQUAL$|^COMPARE_(NOT_)?IN$|^COMPARE_(NOT_)?DISTINCT_FROM$/
const MOST_LISTED = 20
const MOST_SAID = 5

const trailValues = Object.entries(trailColumns).map(([name, columns]) => ({
  name,
  values: Object.fromEntries(
    Object.keys(columns).map((column) => [column, trailWords[column] ?? 'any']),
  ) as ColumnValues,
}))

type Question = Readonly<{
  tree: unknown
  /** The names of the tables that the question reads. */
  reads: readonly string[]
  parameters: Readonly<Record<string, ParameterValue>>
}>

/** Up to five sentences about columns that the question compares with a text that the shop never writes there. */
export function neverEqual({ tree, reads, parameters }: Question, tables: readonly TableSql[]): readonly string[] {
  const used = [...tables, ...trailValues].filter(({ name }) => reads.includes(name))
  const nodes = [...nodesOf(tree)]
  // A column is skipped if the question also gives its name to something else.
  const given = new Set(nodes.flatMap(namesGivenBy))
  const tablesIn = new Set(
    nodes.filter(({ type }) => type === 'BASE_TABLE').flatMap(({ alias, table_name }) => [alias, table_name]),
  )
  const said = new Set<string>()
  for (const node of nodes.filter(({ type }) => COMPARISONS.test(String(type)))) {
    const sides = [node.left, node.right, ...((node.children as Node[] | undefined) ?? [])].filter(Boolean) as Node[]
    const columns = sides.flatMap((side) => columnOf(side, tablesIn)).filter((name) => !given.has(name.toLowerCase()))
    const texts = sides.flatMap((side) => textOf(side, parameters))
    for (const column of columns) for (const text of texts) said.add(wordsFor(column, text, used) ?? '')
  }
  said.delete('')
  return [...said].slice(0, MOST_SAID)
}

function wordsFor(name: string, text: string, used: readonly { values: ColumnValues }[]): string | undefined {
  const all = used.flatMap(({ values }) => Object.entries(values))
  const own = all.filter(([column]) => column.toLowerCase() === name.toLowerCase())
  const [column] = own[0] ?? []
  if (!column || own.some(([, values]) => canBe(values, text))) return undefined
  const others = new Set(
    all.flatMap(([other, values]) => (Array.isArray(values) && values.includes(text) ? [other] : [])),
  )
  const elsewhere = [...others].map((other) => `. ${other} can be '${text}'`).join('')
  const values = own.flatMap(([, one]) => (one === 'pseudonym' ? ['pseudonyms, which begin with p_'] : one))
  return `${column} is never '${text}', because it has ${inWords([...new Set(values)])}${elsewhere}`
}

function canBe(values: ColumnValues[string], text: string) {
  if (values === 'any' || text === '') return true
  return values === 'pseudonym' ? text.startsWith('p_') : values.includes(text)
}

const inWords = (values: readonly string[]) =>
  values.length > MOST_LISTED ? `${values.length} other values` : `only ${values.join(', ')}`

/** `aliases` are the columns of a WITH. */
function namesGivenBy({ alias, aliases, column_name_alias }: Node): readonly string[] {
  return [alias, aliases, column_name_alias].flat().map((name) => String(name ?? '').toLowerCase())
}

/** In `item.size`, `size` is a field of a record if `item` is no table. */
function columnOf({ type, column_names: names }: Node, tables: ReadonlySet<unknown>): readonly string[] {
  if (type !== 'COLUMN_REF' || !Array.isArray(names)) return []
  return names.length === 1 || tables.has(names.at(-2)) ? [String(names.at(-1))] : []
}

function textOf({ type, value, identifier }: Node, parameters: Question['parameters']): readonly string[] {
  const found =
    type === 'VALUE_CONSTANT' ? (value as Node).value : type === 'VALUE_PARAMETER' ? parameters[String(identifier)] : ''
  return typeof found === 'string' ? [found] : []
}
