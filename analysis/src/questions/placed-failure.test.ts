import { reservedColumns } from '@shop/language/analysis/reserved-columns'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allTables } from '../tables/all-tables.ts'
import { failureOf } from './engine-failure.ts'
import { openEngine, treeOf } from './open-engine.ts'
import { placedIn } from './placed-failure.ts'
import { readStatement } from './statement.ts'

let engine: Awaited<ReturnType<typeof openEngine>>
beforeAll(async () => {
  engine = await openEngine()
})
afterAll(() => engine.closeSync())

async function saidOf(sql: string) {
  const tree = await treeOf(engine, sql)
  try {
    readStatement(tree, [])
  } catch (error) {
    return (await placedIn(sql, failureOf(error), engine)).message
  }
  return 'nothing'
}

test('a mistake is reported with its line and column', async () => {
  expect(await saidOf('SELECT 1\nFROM Nothing')).toBe('Line 2, column 6: There is no table "Nothing"')
  expect(await saidOf('SELECT 1; SELECT 2')).toBe('A question is one SELECT')
})

test.each([
  ['SELECT at FROM OrderStatusChanged', 'at'],
  ['SELECT max(at)\nFROM OrderStatusChanged', 'at'],
  ['SELECT 1 FROM OrderStatusChanged WHERE at > now()', 'at'],
  ['SELECT "at", from FROM OrderStatusChanged', 'from'],
  ['SELECT to FROM OrderStatusChanged', 'to'],
  ['SELECT 1 FROM PurchaseTaken ORDER BY by', 'by'],
])('a column that needs quotes is named: %s', async (sql, column) => {
  expect(await saidOf(sql)).toMatch(/^Line \d, column \d+: The question cannot be read: /)
  expect(await saidOf(sql)).toContain(`If you mean the column ${column}, write "${column}" with double quotes`)
})

test.each([
  ['SELECT count(*) type FROM OrderPlaced', 'type'],
  ['SELECT count(*) first, 1 left FROM OrderPlaced', 'first'],
])('a name that needs quotes is named: %s', async (sql, name) => {
  expect(await saidOf(sql)).toContain(`If you mean the name ${name}, write "${name}" with double quotes`)
})

test.each([
  ...['SELECT "at" FROM WHERE true', 'SELECT a, FROM b WHERE (c', 'SELECT a FROM b ORDER a', 'SELECT a FROM b GROUP a'],
  ...['SELECT a FROM b LIMT 3', 'SELECT a FROM b HAVNG 1 ORDER BY 2', 'SELECT a FROM b c d', 'SELECT FROM b WHERE a ='],
])('no other mistake is explained by quotes: %s', async (sql) =>
  expect(await saidOf(sql)).not.toContain('double quotes'),
)

test('exactly the columns that the engine cannot read without quotes are known', async () => {
  const columns = new Set(allTables.flatMap((table) => table.columns.map(({ name }) => name)))
  const needQuotes: string[] = []
  for (const name of columns) {
    const { error } = (await treeOf(engine, `SELECT ${name} FROM events`)) as { error: boolean }
    if (error) needQuotes.push(name)
  }
  expect(new Set(needQuotes)).toEqual(reservedColumns)
})
