import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isConsidered } from './functions.ts'
import { openEngine, restrictEngine, treeOf } from './open-engine.ts'
import { readStatement } from './statement.ts'

const known = ['events', 'OrderPlaced', 'ProductEdited']
let engine: Awaited<ReturnType<typeof openEngine>>
beforeAll(async () => {
  engine = await openEngine()
})
afterAll(() => engine.closeSync())

const read = async (sql: string) => readStatement(await treeOf(engine, sql), known)

const hostile = [
  ["COPY OrderPlaced TO '/tmp/out.csv'", /one SELECT/],
  ["COPY (SELECT 1) TO 'out.parquet'", /one SELECT/],
  ["COPY events FROM '/etc/passwd'", /one SELECT/],
  ["ATTACH '/var/lib/shop/shop.db' AS shop", /one SELECT/],
  ["ATTACH 'https://example.com/x.db'", /one SELECT/],
  ['INSTALL httpfs', /one SELECT/],
  ['LOAD httpfs', /one SELECT/],
  ["SET memory_limit = '64GB'", /one SELECT/],
  ['SET enable_external_access = true', /one SELECT/],
  ['RESET ALL', /one SELECT/],
  ['PRAGMA database_list', /one SELECT/],
  ["EXPORT DATABASE '/tmp/all'", /one SELECT/],
  ['CREATE TABLE mine AS SELECT 1', /one SELECT/],
  ['DROP VIEW events', /one SELECT/],
  ['DELETE FROM events', /one SELECT/],
  ['EXPLAIN ANALYZE SELECT 1', /one SELECT/],
  ['CALL pragma_version()', /one SELECT/],
  ['SELECT 1; SELECT 2', /one SELECT/],
  ['SELECT 1; DROP VIEW events', /one SELECT/],
  ['', /empty/],
  ['SELECT 1 +', /cannot be read/],
  ['SELECT 1e400', /number that is too large/],
  ['SHOW TABLES', /are not allowed/],
  ['DESCRIBE events', /are not allowed/],
  ['SUMMARIZE events', /are not allowed/],
  ['WITH gone AS (DELETE FROM events RETURNING *) FROM gone', /cannot be read/],
  ["SELECT * FROM read_text('/etc/passwd')", /read_text/],
  ["SELECT * FROM read_blob('keys.db')", /read_blob/],
  ["SELECT * FROM READ_CSV('/etc/passwd')", /read_csv/],
  ["SELECT (SELECT content FROM read_text('copy.json'))", /read_text/],
  ["SELECT * FROM read_parquet('segments/*/events.parquet')", /read_parquet/],
  ["SELECT * FROM read_json('tail.ndjson')", /read_json/],
  ["SELECT * FROM glob('/**')", /glob/],
  ["SELECT * FROM '/etc/passwd'", /no table/],
  ["SELECT * FROM 'tail.ndjson'", /no table/],
  ['SELECT * FROM "https://example.com/x.parquet"', /no table/],
  ['WITH "x.parquet" AS (SELECT 1) SELECT * FROM "x.parquet"', /name of a WITH/],
  ["SELECT * FROM query('SELECT * FROM duckdb_settings()')", /query/],
  ["SELECT * FROM query_table('duckdb_settings')", /query_table/],
  ['SELECT * FROM duckdb_settings()', /duckdb_settings/],
  ['SELECT * FROM duckdb_secrets()', /duckdb_secrets/],
  ["SELECT * FROM sniff_csv('/etc/passwd')", /sniff_csv/],
  ["SELECT * FROM parquet_metadata('x')", /parquet_metadata/],
  ["SELECT * FROM json_execute_serialized_sql('{}')", /json_execute_serialized_sql/],
  ['SELECT * FROM checkpoint()', /checkpoint/],
  ['SELECT * FROM enable_logging()', /enable_logging/],
  ['SELECT * FROM information_schema.tables', /no table/],
  ['SELECT * FROM pg_catalog.pg_settings', /no table/],
  ['SELECT * FROM sqlite_master', /no table/],
  ['SELECT * FROM system.main.duckdb_views', /no table/],
  ['SELECT * FROM "tail:of the copy"', /no table/],
  ['WITH "tail:of the copy" AS (SELECT * FROM "tail:of the copy") FROM "tail:of the copy"', /no table|name of a WITH/],
  ['SELECT (SELECT max(sql) FROM duckdb_views), (WITH duckdb_views AS (SELECT 1) FROM duckdb_views)', /name of a WITH/],
  ['SELECT pg_get_viewdef(oid) FROM range(3000) AS r(oid)', /pg_get_viewdef/],
  ['SELECT system.main.now()', /without a schema or database/],
  ['SELECT pg_catalog.pg_conf_load_time()', /without a schema or database/],
  ["SELECT current_setting('allowed_directories')", /current_setting/],
  ["SELECT write_log('x')", /write_log/],
  ['SELECT sleep_ms(60000)', /sleep_ms/],
  ['SELECT txid_current()', /txid_current/],
  ['SELECT * FROM events WHERE event > ?', /must have a name/],
  ['SELECT * FROM events WHERE event > $1', /must have a name/],
] as const

describe('these questions are refused:', () => {
  test.each(hostile)('%s', async (sql, words) => {
    await expect(read(sql)).rejects.toMatchObject({
      failure: { reason: 'refused', message: expect.stringMatching(words) },
    })
  })
})

test('the tables, the parameters and the WITH names of a question are recognized', async () => {
  const sql = `WITH sold AS (SELECT unnest(items) AS line FROM orderplaced WHERE event > $since)
    SELECT line.size, list_transform([1], x -> x + 1) FROM sold JOIN ProductEdited ON true, range(3) WHERE event < $until; -- all`
  expect(await read(sql)).toEqual({
    macros: [],
    tables: expect.arrayContaining(['OrderPlaced', 'ProductEdited']),
    parameters: expect.arrayContaining(['since', 'until']),
    unverifiable: [],
  })
})

test('functions with random results are listed as reasons why an answer cannot be verified', async () => {
  expect((await read('SELECT random(), uuid()')).unverifiable).toEqual([
    expect.stringContaining('uuid()'),
    expect.stringContaining('random()'),
  ])
  expect((await read('SELECT * FROM events TABLESAMPLE 10%')).unverifiable).toHaveLength(1)
  expect((await read('SELECT now()')).unverifiable).toEqual([])
})

test('every function that the engine calls inconsistent, or that reads the engine itself, is in a list', async () => {
  const found = await engine.runAndReadAll(
    `SELECT DISTINCT function_name FROM duckdb_functions() WHERE stability <> 'CONSISTENT' AND function_type = 'scalar'
     UNION SELECT function_name FROM duckdb_functions() WHERE macro_definition ILIKE '%current_timestamp%'
     UNION SELECT function_name FROM duckdb_functions() WHERE function_type = 'macro'
       AND regexp_matches(macro_definition, '(duckdb|sqlite|pragma)_')`,
  )
  const names = found.getRows().map(([name]) => String(name))
  expect(names.length).toBeGreaterThan(20)
  expect(names.filter((name) => !isConsidered(name))).toEqual([])
})

test('no question can read a view of the engine, or use the name of such a view for a WITH', async () => {
  const found = await engine.runAndReadAll(
    "SELECT view_name FROM duckdb_views() WHERE schema_name <> 'information_schema'",
  )
  const names = found.getRows().map(([name]) => String(name))
  expect(names.length).toBeGreaterThan(20)
  for (const name of names)
    for (const sql of [`FROM ${name}`, `WITH ${name} AS (SELECT 1) FROM ${name}`])
      await expect(read(sql), sql).rejects.toMatchObject({ failure: { reason: 'refused' } })
})

describe("the engine's own restrictions", () => {
  const refused = [
    "SELECT * FROM read_text('/etc/passwd')",
    "SELECT * FROM '/etc/passwd'",
    "SELECT * FROM read_csv('https://example.com/x.csv')",
    "COPY (SELECT 1) TO '/tmp/fence-probe.csv'",
    "ATTACH '/tmp/fence-probe.db'",
    'INSTALL httpfs',
    'LOAD httpfs',
    'SET threads = 4',
    'SET enable_external_access = true',
    "SET allowed_directories = ['/']",
    "SET memory_limit = '64GB'",
    "SET temp_directory = '/tmp'",
  ]
  test.each(refused)('refuses %s', async (sql) => {
    const restrictedEngine = await openEngine()
    await restrictEngine(restrictedEngine, ['/nowhere'], '2026-03-02T10:00:00.000Z')
    await expect(restrictedEngine.run(sql)).rejects.toThrow(/disabled|locked|does not exist/i)
    restrictedEngine.closeSync()
  })
})

test('a function as of an event is recognized in any letter case, with the tables that it reads', async () => {
  const { macros, tables } = await read('SELECT * FROM Stock_As_Of(7) JOIN stock_as_of(9) USING (productId)')
  expect(macros).toEqual(['stock_as_of'])
  expect(tables.toSorted()).toEqual([
    'ReservationReleased',
    'StockAdjusted',
    'StockCounted',
    'StockReceived',
    'StockReserved',
    'StockReturned',
    'StockTaken',
  ])
})

test('a question that is nested too deep is refused, without the advice to change a setting', async () => {
  await expect(read(`SELECT ${'1+'.repeat(2_000)}1`)).rejects.toThrow(/Max expression depth limit of 1000 exceeded\.$/)
})
