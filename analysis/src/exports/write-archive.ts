import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import type { CopyView } from '../copy/copy-view.ts'
import { type MadeFile, makeFiles, type Spec, tablesOf } from './export-files.ts'
import { digestOf, MANIFEST, MANIFEST_DIGEST, type Manifest } from './manifest.ts'
import { END_OF_ARCHIVE, headerOf, paddingOf } from './tar.ts'

/** For making files of rows; more than that is put on the disk. One thread: the rows come in their order, and the shop's own work goes on. */
const DUCKDB = { threads: '1', memory_limit: '64MB' }

type Source = Readonly<{
  view: CopyView
  /** Of the log's events up to the last one of the export, in hexadecimal digits. */
  rangeDigest: string
  /** Where its files are made, one at a time. */
  folder: string
  /** Events of a file; for tests. */
  part?: number
}>

/**
 * An export as an archive: its files of rows, then a manifest with their schemas, counts and digests, then the manifest's own digest.
 * Made as fast as it is read: what is not read is not made. Whoever stops reading ends it.
 */
export async function* writeArchive(spec: Spec, { view, rangeDigest, folder, part }: Source): AsyncGenerator<Buffer> {
  await using opening = new AsyncDisposableStack()
  const place = await mkdtemp(join(folder, 'export-'))
  opening.defer(() => rm(place, { recursive: true, force: true }))
  const database = await DuckDBInstance.create(':memory:', { ...DUCKDB, temp_directory: join(place, 'spill') })
  opening.defer(() => database.closeSync())
  const connection = await database.connect()
  opening.defer(() => connection.closeSync())
  await connection.run("SET TimeZone = 'UTC'")

  const files: Manifest['files'] = []
  const rows = new Map<string, number>()
  for await (const made of makeFiles(connection, view, spec, place, part)) {
    const { name, bytes } = made
    yield headerOf(name, bytes)
    const sha256 = yield* contentOf(made)
    yield paddingOf(bytes)
    files.push({ name, rows: made.rows, bytes, sha256 })
    rows.set(made.table, (rows.get(made.table) ?? 0) + made.rows)
  }
  const tables = tablesOf(spec)
    .filter(({ name }) => rows.has(name))
    .map(({ name, columns }) => ({
      name,
      columns: columns.map((column) => ({ name: column.name, type: column.type })),
      rows: rows.get(name) ?? 0,
    }))
  const { exportId, from, to, types } = spec
  const manifest: Manifest = { format: 1, export: exportId, events: { from, to, types }, rangeDigest, tables, files }
  const text = `${JSON.stringify(manifest, null, 2)}\n`
  yield textFile(MANIFEST, text)
  yield textFile(MANIFEST_DIGEST, `${digestOf(text)}\n`)
  yield END_OF_ARCHIVE
}

async function* contentOf({ path }: MadeFile): AsyncGenerator<Buffer, string> {
  const digest = createHash('sha256')
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    digest.update(chunk)
    yield chunk
  }
  return digest.digest('hex')
}

function textFile(name: string, text: string): Buffer {
  const bytes = Buffer.from(text)
  return Buffer.concat([headerOf(name, bytes.length), bytes, paddingOf(bytes.length)])
}
