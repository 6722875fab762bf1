import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { openTable, whereSql } from './open-table.ts'
import { createPrepare, planOf } from './query.ts'
import { bareTableSql, createTable, indexSql } from './table.ts'

type Order = { _id: string; customerId: string; status: string }
const shape = { searchedBy: ['customerId', 'status'], lists: [] }
const ORDERS = 20_000
const CUSTOMERS = 500

function filled(name: string, make: (db: DatabaseSync) => void) {
  const db = new DatabaseSync(':memory:')
  db.exec('PRAGMA automatic_index = OFF')
  make(db)
  const table = openTable(db, name, shape)
  db.exec('BEGIN')
  for (let n = 0; n < ORDERS; n++)
    table.write({
      id: `o${n}`,
      document: { _id: `o${n}`, customerId: `c${n % CUSTOMERS}`, status: 'Shipped' } as Order,
    })
  db.exec('COMMIT')
  const stepsOf = (sql: string, values: readonly (string | number | null)[]) =>
    db
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...values)
      .map(({ detail }) => String(detail))
  return { db, table, stepsOf }
}

test('a person’s documents are found by the index of a live collection, a page at a time', () => {
  const { db, table, stepsOf } = filled('orders@1#1', (db) => createTable(db, 'orders@1#1', shape))
  const prepare = createPrepare(db)
  const plan = planOf<Order>(prepare, table, { anyOf: { customerId: ['c7'] }, limit: 1_000 })
  expect(prepare(plan.sql).all(...plan.values)).toHaveLength(ORDERS / CUSTOMERS)
  const steps = stepsOf(plan.sql, plan.values as readonly string[])
  expect(steps.join('\n')).toContain('SEARCH orders@1#1 USING INDEX orders@1#1.customerId')
  expect(steps.join('\n')).toContain('SEARCH t USING INTEGER PRIMARY KEY')
  expect(steps.filter((step) => /SCAN (t|orders)/.test(step))).toEqual([])
})

test('a person’s documents are found by the index of a stage', () => {
  const name = 'orders@1#2'
  const { db, stepsOf } = filled(name, (db) => db.exec(bareTableSql(name, shape)))
  const sql = whereSql(name, 'customerId')
  expect(() => db.prepare(sql)).toThrow('no such index')
  db.exec(indexSql(name, 'customerId'))
  expect(db.prepare(sql).all('["c7", "c8"]')).toHaveLength((2 * ORDERS) / CUSTOMERS)
  const steps = stepsOf(sql, ['["c7"]'])
  expect(steps).toContainEqual(expect.stringContaining(`SEARCH ${name} USING INDEX ${name}.customerId`))
  expect(steps.filter((step) => /SCAN orders/.test(step))).toEqual([])
})
