import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { Document } from '@shop/language/collection'
import { LRUCache } from 'lru-cache'
import { cursorOf, pageEndOf, sortOf } from '../cursor.ts'
import type { Conditions, Page, Query } from '../read-store.ts'
import { type Condition, conditionsOf } from './conditions.ts'
import { documentIn } from './damage.ts'
import { columnOf, indexOf, quoted, type Table } from './table.ts'

const MAX_STATEMENTS = 500

export type Prepare = (sql: string) => StatementSync
export function createPrepare(db: DatabaseSync): Prepare {
  const statements = new LRUCache<string, StatementSync>({
    max: MAX_STATEMENTS,
    memoMethod: (sql) => db.prepare(sql),
  })
  return (sql) => statements.memo(sql)
}

export function findPage<D extends Document>(prepare: Prepare, table: Table, query: Query<D>): Page<D> {
  const { limit } = query
  const { sql, values } = planOf(prepare, table, query)
  const rows = prepare(sql).all(...values) as { document: string; place: string | number; id: string }[]
  const page = rows.slice(0, limit)
  const documents = page.map(documentIn<D>)
  const last = page.at(-1)
  if (!last || rows.length === page.length) return { documents }
  const { field, descending } = sortOf(query)
  return { documents, next: cursorOf({ field, descending, value: last.place, id: last.id }) }
}

/**
 * There are two plans for a sorted page. The first plan scans the sort's index and checks each document until the page is full: about limit
 * × N/c documents if a condition matches c of N documents. The second plan reads the c matches of one condition from the condition's index,
 * and then sorts them. At c = √(limit × N), both plans read equally many documents. If the rarest condition has fewer matches, the second
 * plan is used.
 */
export function planOf<D extends Document>(prepare: Prepare, table: Table, query: Query<D>) {
  const sort = sortOf(query)
  const order = sort.field === '_id' ? ['t.id'] : [`t.${columnOf(sort.field)}`, 't.id']
  const direction = sort.descending ? 'DESC' : 'ASC'
  const { leader, checked } = conditionsIn(prepare, table, query, query.limit)
  const rest = [
    ...checked.map(({ check }) => check),
    ...(query.after === undefined ? [] : [behind(order, sort.descending)]),
  ]
  const sql = `SELECT document, ${order[0]} AS place, t.id FROM ${sourceOf(table, sort.field, leader)}
    ${allOf(rest)} ORDER BY ${order.map((column) => `${column} ${direction}`).join(', ')} LIMIT ?`
  const after = query.after === undefined ? [] : placeValues(query.after, sort)
  const values: SQLInputValue[] = [
    ...(leader?.values ?? []),
    ...checked.flatMap((condition) => condition.values),
    ...after,
    query.limit === undefined ? -1 : query.limit + 1,
  ]
  return { sql, values }
}

export function countOf<D extends Document>(
  prepare: Prepare,
  table: Table,
  query: Conditions<D>,
  most: number,
): number {
  const [only, ...others] = conditionsOf(table, query)
  const { leader, checked } =
    only && others.length === 0 ? { leader: only, checked: [] } : conditionsIn(prepare, table, query, most)
  const rows = `SELECT 1 FROM ${sourceOf(table, '_id', leader)} ${allOf(checked.map(({ check }) => check))}`
  const values = [...(leader?.values ?? []), ...checked.flatMap((condition) => condition.values), most]
  return Number(prepare(`SELECT count(*) AS n FROM (${rows} LIMIT ?)`).get(...values)?.n)
}

/** `leader`: the condition whose index finds the documents, if any. */
function conditionsIn<D extends Document>(
  prepare: Prepare,
  table: Table,
  query: Conditions<D>,
  limit: number | undefined,
) {
  const conditions = conditionsOf(table, query)
  const leader = leaderOf(prepare, table, conditions, limit)
  return { leader, checked: conditions.filter((condition) => condition !== leader) }
}

const allOf = (checks: readonly string[]) => (checks.length > 0 ? `WHERE ${checks.join(' AND ')}` : '')

function leaderOf(prepare: Prepare, table: Table, conditions: readonly Condition[], limit: number | undefined) {
  if (conditions.length === 0) return undefined
  const all = Number(prepare(`SELECT max(n) AS n FROM ${quoted(table.name)}`).get()?.n ?? 0)
  const meeting = Math.ceil(Math.sqrt((limit ?? all) * all))
  const counted = conditions.map((condition) => {
    const count = prepare(`SELECT count(*) AS n FROM (${condition.rows} LIMIT ?)`).get(...condition.values, meeting)
    return { condition, rows: Number(count?.n) }
  })
  const rarest = counted.reduce((one, other) => (other.rows < one.rows ? other : one))
  return rarest.rows < meeting ? rarest.condition : undefined
}

function sourceOf({ name, searchedBy }: Table, sortField: string, leader: Condition | undefined) {
  if (leader) return `(${leader.rows}) AS led CROSS JOIN ${quoted(name)} AS t ON t.n = led.n`
  if (sortField === '_id') return `${quoted(name)} AS t`
  if (!searchedBy.includes(sortField)) throw new Error(`${name} is not searched by ${sortField}`)
  return `${quoted(name)} AS t INDEXED BY ${indexOf(name, sortField)}`
}

const behind = (order: readonly string[], descending: boolean) =>
  `(${order.join(', ')}) ${descending ? '<' : '>'} (${order.map(() => '?').join(', ')})`

function placeValues(after: string, { field, descending }: { field: string; descending: boolean }): SQLInputValue[] {
  const { value, id } = pageEndOf(after, field, descending)
  return field === '_id' ? [id] : [value, id]
}
