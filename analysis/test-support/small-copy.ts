import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { eventsTable, tableOf } from '../src/tables/all-tables.ts'
import { fromLines, literal, selectRows } from '../src/tables/read-sql.ts'

type Line = Readonly<{ type: string; data: object; recordedAt?: string; stream?: string }>

const START = Date.parse('2026-03-02T10:00:00.000Z')
const MINUTE_MS = 60_000

/** A copy of these events, the first `inSegments` of them in segments that end there. One event a minute from 2 March 2026, 10:00. */
export async function makeSmallCopy(lines: readonly Line[], inSegments: readonly number[] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'small-copy-'))
  const copied = lines.map(({ type, data, recordedAt, stream = 'order-1' }, index) => ({
    event: index + 1,
    recordedAt: recordedAt ?? new Date(START + index * MINUTE_MS).toISOString(),
    stream,
    kind: stream.split('-')[0],
    version: index,
    type,
    schemaVersion: 1,
    actorRole: 'customer',
    actor: 'p_actor',
    correlation: 'p_correlation',
    causation: 'p_causation',
    data,
  }))
  let first = 1
  for (const last of inSegments) {
    await writeSegment(folder, copied.slice(first - 1, last), first, last)
    first = last + 1
  }
  writeFileSync(join(folder, `tail-${String(first).padStart(12, '0')}.ndjson`), linesOf(copied.slice(first - 1)))
  writeFileSync(join(folder, 'digests.bin'), Buffer.concat(chained(copied)))
  writeFileSync(join(folder, 'copy.json'), JSON.stringify({ event: copied.length, tables: 'ab'.repeat(32) }))
  return { folder, events: copied.length, remove: () => rmSync(folder, { recursive: true }) }
}

const linesOf = (events: readonly object[]) => events.map((event) => `${JSON.stringify(event)}\n`).join('')

async function writeSegment(folder: string, events: readonly { type: string }[], first: number, last: number) {
  const segment = join(folder, 'segments', `${String(first).padStart(12, '0')}-${String(last).padStart(12, '0')}`)
  mkdirSync(segment, { recursive: true })
  const file = join(folder, 'segment.ndjson')
  writeFileSync(file, linesOf(events))
  const connection = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect()
  const tables = [eventsTable, ...new Set(events.flatMap(({ type }) => tableOf(type) ?? []))]
  for (const table of tables)
    await connection.run(
      `COPY (${selectRows(table, fromLines(file))}) TO ${literal(join(segment, `${table.name}.parquet`))} (COMPRESSION zstd)`,
    )
  connection.closeSync()
  rmSync(file)
}

function chained(events: readonly object[]) {
  let digest = Buffer.alloc(32)
  return events.map((event) => {
    digest = createHash('sha256').update(digest).update(JSON.stringify(event)).digest()
    return digest
  })
}
