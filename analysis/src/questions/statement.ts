import { tableMacros } from './as-of-macros.ts'
import { isForbidden, isTableFunction, isVolatile } from './functions.ts'
import { refusal } from './question.ts'

export type Statement = Readonly<{
  tables: readonly string[]
  /** The functions that the question calls to get rows. `tables` includes the tables that these functions read. */
  macros: readonly string[]
  parameters: readonly string[]
  /** Why the answer may differ from run to run. */
  unverifiable: readonly string[]
}>

/** A node of the tree from `json_serialize_sql`. */
export type Node = Readonly<Record<string, unknown>>
type Uses = { macros: Set<string>; named: Map<string, Node>; parameters: Set<string>; reasons: Set<string> }

const PLAIN_NAME = /^[\p{L}_][\p{L}\p{N}_ ]*$/u
const NAME_OF_ENGINE = /^(duckdb|sqlite|pragma|pg)_/i
const ONE_SELECT = 'A question is one SELECT'

/**
 * Refuses a question that is not one SELECT from `known` tables, or that calls a forbidden function. `restrictEngine` is not enough: COPY
 * could still write, and a question could read files with events after its last event.
 */
export function readStatement(tree: unknown, known: readonly string[]): Statement {
  const { error, statements, ...details } = tree as { error: boolean; statements: readonly Node[] } & Node
  if (error) throw unreadable(details)
  if (statements.length !== 1)
    throw refusal(statements.length === 0 ? `${ONE_SELECT}, but this one is empty` : ONE_SELECT)
  const uses: Uses = { macros: new Set(), named: new Map(), parameters: new Set(), reasons: new Set() }
  const ctes = new Set<string>()
  for (const node of nodesOf(statements[0])) {
    for (const name of ctesOf(node)) ctes.add(name.toLowerCase())
    look(node, uses)
  }
  const readByMacros = [...uses.macros].flatMap((name) => tableMacros.get(name)?.tables ?? [])
  return {
    tables: [...new Set([...tablesOf(uses.named, ctes, known), ...readByMacros])],
    macros: [...uses.macros],
    parameters: [...uses.parameters],
    unverifiable: [...uses.reasons],
  }
}

function unreadable({ error_type, error_message, position }: Node) {
  if (error_type !== 'parser') return refusal(`${ONE_SELECT}: ${said(error_message)}`)
  return refusal(
    `The question cannot be read: ${said(error_message)}`,
    position === undefined ? undefined : Number(position),
  )
}

const said = (message: unknown) =>
  message === 'Only SELECT statements can be serialized to json!' ? 'only SELECT is allowed' : withoutAdvice(message)

/** The advice to change a setting is useless here, because the configuration is locked. */
const withoutAdvice = (message: unknown) => String(message).replace(/ Use "SET [^"]*".*$/s, '')

/** Not recursive, because a deeply nested question would overflow the stack. */
export function* nodesOf(tree: unknown): Iterable<Node> {
  const open: unknown[] = [tree]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value !== 'object' || value === null) continue
    if (!Array.isArray(value)) yield value as Node
    open.push(...Object.values(value))
  }
}

function ctesOf({ cte_map }: Node): readonly string[] {
  const names = ((cte_map as { map?: { key: string }[] } | undefined)?.map ?? []).map(({ key }) => key)
  // Outside the scope of its WITH, a name such as 'x.parquet' would read a file, and a name of the engine would read the engine's own view.
  for (const name of names)
    if (!PLAIN_NAME.test(name) || NAME_OF_ENGINE.test(name)) throw refusal(`"${name}" cannot be the name of a WITH`)
  return names
}

function look(node: Node, uses: Uses): void {
  if (node.sample) uses.reasons.add('A sample takes rows by chance')
  if (node.type === 'SHOW_REF') throw refusal(`${ONE_SELECT}. DESCRIBE, SHOW and SUMMARIZE are not allowed`)
  if (node.type === 'BASE_TABLE') lookAtTable(node, uses)
  if (node.type === 'TABLE_FUNCTION') lookAtTableFunction(node, uses)
  if (node.type === 'FUNCTION') lookAtFunction(node, uses)
  if (node.type === 'VALUE_PARAMETER') lookAtParameter(node, uses)
}

function lookAtTable(node: Node, uses: Uses) {
  const name = String(node.table_name)
  const isElsewhere = node.catalog_name !== '' || (node.schema_name !== '' && node.schema_name !== 'main')
  if (isElsewhere || !PLAIN_NAME.test(name)) {
    const whole = [node.catalog_name, node.schema_name, name].filter((part) => part !== '').join('.')
    throw refusal(`The analysis has no table "${whole}"`, locationOf(node))
  }
  uses.named.set(name, node)
}

function lookAtTableFunction(node: Node, uses: Uses) {
  const called = node.function as Node
  const name = String(called.function_name).toLowerCase()
  if (tableMacros.has(name)) uses.macros.add(name)
  else if (!isTableFunction(name)) throw refusal(`${name}(…) is not allowed in a question`, locationOf(node))
}

function lookAtFunction(node: Node, uses: Uses) {
  const name = String(node.function_name).toLowerCase()
  const isElsewhere = node.catalog !== '' || (node.schema !== '' && node.schema !== 'main')
  if (isElsewhere) throw refusal(`${name}(…) must be called without a schema or database`, locationOf(node))
  if (isForbidden(name)) throw refusal(`${name}(…) is not allowed in a question`, locationOf(node))
  if (isVolatile(name)) uses.reasons.add(`${name}() returns another result each time`)
}

function lookAtParameter({ identifier }: Node, uses: Uses) {
  const name = String(identifier)
  if (/^\d+$/.test(name)) throw refusal('A parameter must have a name, such as $days, instead of ? or $1')
  uses.parameters.add(name)
}

/** The engine's position of a node that is not in the text. */
const NOWHERE = 2 ** 63
const locationOf = ({ query_location }: Node) =>
  typeof query_location === 'number' && query_location < NOWHERE ? query_location : undefined

function tablesOf(named: ReadonlyMap<string, Node>, ctes: ReadonlySet<string>, known: readonly string[]) {
  const byLowerCase = new Map(known.map((name) => [name.toLowerCase(), name]))
  const tables = new Set<string>()
  for (const [name, node] of named) {
    const table = byLowerCase.get(name.toLowerCase())
    if (table) tables.add(table)
    else if (!ctes.has(name.toLowerCase())) throw refusal(`There is no table "${name}"`, locationOf(node))
  }
  return [...tables]
}
