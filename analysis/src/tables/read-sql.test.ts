import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import samples from '../../../shared/language/src/events/stored-samples.json' with { type: 'json' }
import { allTables, copiedData, eventsTable, tableOf } from './all-tables.ts'
import { listOf } from './literal.ts'
import { fromLines, selectRows } from './read-sql.ts'

const folder = mkdtempSync(join(tmpdir(), 'lines-'))
const file = join(folder, "it's.ndjson")
const lineOf = (event: number, type: string, data: unknown, recordedAt = '2026-03-01T10:00:00.123Z') =>
  `${JSON.stringify({ event, recordedAt, stream: 'cart-p_1', kind: 'cart', version: 0, type, schemaVersion: 1, actorRole: 'guest', actor: null, correlation: 'p_2', causation: 'p_3', data })}\n`

type Sample = Readonly<{ data: object; reads?: object }>
const newest = Object.entries(samples as Record<string, readonly Sample[]>).map(([type, all]) => {
  const { data, reads = data } = all.at(-1)!
  return { type, data: reads as Readonly<Record<string, unknown>> }
})

const database = await DuckDBInstance.create(':memory:', { threads: '1' })
const connection = await database.connect()
const rowsOf = async (table: (typeof allTables)[number]) =>
  (await connection.runAndReadAll(selectRows(table, fromLines(listOf([file]))))).getRowObjectsJson()

beforeAll(() =>
  writeFileSync(
    file,
    [
      ...newest.map(({ type, data }, index) => lineOf(index + 1, type, data)),
      lineOf(newest.length + 1, 'CartPraised', null, 'some day'),
    ].join(''),
  ),
)
afterAll(() => {
  connection.closeSync()
  rmSync(folder, { recursive: true })
})

describe.each(newest)('the table $type', ({ type, data }) => {
  test('has a row for its event, with each field in its column and of its type', async () => {
    const table = tableOf(type)!
    const rows = await rowsOf(table)
    expect(rows).toHaveLength(1)
    expect(Object.keys(rows[0]!)).toEqual(table.columns.map(({ name }) => name))
    for (const [name, { is }] of Object.entries(copiedData(type)!.shape.fields)) {
      const [found, expected] = [rows[0]![name], data[name] ?? null]
      if (is === 'BIGINT' && expected !== null) expect(found).toBe(String(expected))
      else if (is === 'VARCHAR' || is === 'BOOLEAN') expect(found).toBe(expected)
      else if (is === 'list' && expected !== null) expect(found).toHaveLength((expected as unknown[]).length)
    }
  })
})

test('every event is in the table of all events, even with an unknown type or without a valid moment', async () => {
  const rows = await rowsOf(eventsTable)
  expect(rows).toHaveLength(newest.length + 1)
  expect(rows[0]).toMatchObject({ event: '1', recordedAt: '2026-03-01 10:00:00.123', type: newest[0]?.type })
  expect(JSON.parse(String(rows[0]?.data))).toEqual(newest[0]?.data)
  expect(rows.at(-1)).toMatchObject({ type: 'CartPraised', data: null, recordedAt: null })
})

test('a line that is still being written is not an event', async () => {
  const torn = join(folder, 'torn.ndjson')
  writeFileSync(torn, `${lineOf(1, 'CartPraised', null)}{"event":2,"recordedAt":"2026-03`)
  const rows = await connection.runAndReadAll(`${selectRows(eventsTable, fromLines(listOf([torn])))} WHERE event > 0`)
  expect(rows.getRowObjectsJson().map(({ event }) => event)).toEqual(['1'])
})

test('columns have the types that their tables declare', async () => {
  for (const table of allTables) {
    const described = await connection.runAndReadAll(`DESCRIBE ${selectRows(table, fromLines(listOf([file])))}`)
    const types = described.getRowObjectsJson().map(({ column_type }) => String(column_type).replaceAll('"', ''))
    expect(types, table.name).toEqual(table.columns.map(({ type }) => type.replaceAll('"', '')))
  }
})
