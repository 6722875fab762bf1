import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { MOST_IN_EXPORT_FILE } from '@shop/language/limits'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { watchChildrenOf } from '../../test-support/peak-memory.ts'
import { tableFile } from '../copy/copy-files.ts'
import type { CopyView } from '../copy/copy-view.ts'
import { FINDABLE } from '../copy/segment-writer.ts'
import { eventsTable, quoted } from '../tables/all-tables.ts'
import { writeArchive } from './write-archive.ts'

/** The memory of the first file of an export must be freed for the second. */
const [ONE_FILE, TWO_FILES] = [MOST_IN_EXPORT_FILE, 2 * MOST_IN_EXPORT_FILE]
const EVENTS = TWO_FILES
const folder = mkdtempSync(join(tmpdir(), 'selvedge-export-memory-'))

const words = Array.from({ length: 28 }, (_, n) => `md5((range + ${n * EVENTS})::VARCHAR)`).join(', ')
/** Columns for events that have three times as much data as an average event of the shop. All data are different. */
const columns = eventsTable.columns.map(({ name, type }) => {
  const value =
    name === 'event'
      ? 'range'
      : name === 'data'
        ? `concat('{"words":"', ${words}, '"}')`
        : type === 'BIGINT'
          ? '1'
          : type === 'TIMESTAMP'
            ? "TIMESTAMP '2026-03-01'"
            : `concat('${name}-', range % 5000)`
  return `(${value})::${type} AS ${quoted(name)}`
})

beforeAll(async () => {
  const segment = join(folder, 'segment')
  mkdirSync(segment)
  const database = await DuckDBInstance.create(':memory:', { threads: '1' })
  const connection = await database.connect()
  await connection.run(
    `COPY (SELECT ${columns.join(', ')} FROM range(1, ${EVENTS + 1})) TO '${tableFile({ folder: segment }, 'events')}' (FORMAT parquet, COMPRESSION zstd${FINDABLE})`,
  )
  connection.closeSync()
  database.closeSync()
})
afterAll(() => rmSync(folder, { recursive: true }))

test.runIf(process.platform === 'linux').each(['parquet', 'ndjson'] as const)(
  'the process that makes an export of two files as %s takes about as much memory as for one file',
  async (format) => {
    const [one, two] = [await mostMiB(format, ONE_FILE), await mostMiB(format, TWO_FILES)]
    console.log(`as ${format}: ${one} MiB for one file, ${two} MiB for two`)
    expect(one).toBeGreaterThan(50)
    expect(two).toBeLessThan(1.25 * one)
  },
)

async function mostMiB(format: 'parquet' | 'ndjson', to: number) {
  const segment = { folder: join(folder, 'segment'), first: 1, last: EVENTS, counts: { events: EVENTS } }
  const view = { event: EVENTS, segments: [segment], tails: [] as string[] } as unknown as CopyView
  const spec = { exportId: 'e', authorId: 'a', format, from: 1, to, types: [], madeAt: '' }
  const peak = watchChildrenOf(process.pid)
  for await (const _ of writeArchive(spec, { view, rangeDigest: '0'.repeat(64), folder }));
  return Math.round(peak())
}
