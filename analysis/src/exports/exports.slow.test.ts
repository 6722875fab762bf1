import { execFileSync } from 'node:child_process'
import { createReadStream, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { DuckDBInstance } from '@duckdb/node-api'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appendAll, copying, newFolder, someEvents } from '../../test-support/copied-shop.ts'
import type { Copy } from '../copy/open-copy.ts'
import type { Spec } from './export-files.ts'
import { verifyArchive } from './verify-archive.ts'
import { writeArchive } from './write-archive.ts'

const ALL = 147
const place = newFolder()
const out = newFolder()
const store = openSqliteEventStore(':memory:')
beforeAll(async () => {
  await appendAll(store, await someEvents(ALL, 1))
})
afterAll(async () => {
  await store.close()
  place.remove()
  out.remove()
})

const asked = (more: Partial<Spec> = {}): Spec => ({
  exportId: 'e1',
  authorId: 'ann',
  format: 'parquet',
  from: 1,
  to: ALL,
  types: [],
  madeAt: '2026-03-01T10:00:00.000Z',
  ...more,
})

/** The archive of an export in files of sixty events, from a copy with segments of ten and of a hundred events. */
const archiveOf = (spec: Spec, use: (archive: AsyncIterable<Buffer>, copy: Copy) => Promise<unknown>) =>
  copying(store, place.folder, async (copy) => {
    await copy.settled()
    using view = copy.view()
    const rangeDigest = await copy.digestAt(spec.to)
    return await use(writeArchive(spec, { view, rangeDigest, folder: out.folder, part: 60 }), copy)
  })

const bytesOf = async (spec: Spec) => {
  let bytes = Buffer.alloc(0)
  await archiveOf(spec, async (archive) => {
    bytes = Buffer.concat(await Array.fromAsync(archive))
  })
  return bytes
}

function unpacked(bytes: Buffer, name: string) {
  const folder = join(out.folder, name)
  mkdirSync(folder)
  writeFileSync(`${folder}.tar`, bytes)
  execFileSync('tar', ['-xf', `${folder}.tar`, '-C', folder])
  return folder
}

async function countIn(sql: string): Promise<number> {
  const database = await DuckDBInstance.create(':memory:')
  const connection = await database.connect()
  const read = await connection.runAndReadAll(`SELECT count(*), count(DISTINCT event), max(event) ${sql}`)
  const [rows, events, last] = read.getRows()[0]!.map(Number)
  connection.closeSync()
  database.closeSync()
  expect([events, (last ?? 0) <= ALL]).toEqual([rows, true])
  return rows ?? 0
}

test('DuckDB reads each table of an export in Parquet with the rows that its manifest says', async () => {
  const folder = unpacked(await bytesOf(asked()), 'parquet')
  const manifest = await verifyArchive(createReadStream(`${folder}.tar`))
  expect(manifest.tables.length).toBeGreaterThan(4)
  expect(manifest.tables[0]).toMatchObject({ name: 'events', rows: ALL })
  for (const { name, rows } of manifest.tables)
    expect(await countIn(`FROM read_parquet('${folder}/${name}/*.parquet')`)).toBe(rows)
  expect(readdirSync(join(folder, 'events')).length).toBe(3)
})

test('ndjson has each event once, in order, with ISO moments, and only the chosen types and range', async () => {
  const bytes = await bytesOf(asked({ format: 'ndjson', from: 20, to: 130, types: ['OrderPlaced', 'SignalReceived'] }))
  const folder = unpacked(bytes, 'ndjson')
  const manifest = await verifyArchive(Readable.from([bytes]))
  const lines = readdirSync(join(folder, 'events')).flatMap((file) =>
    readFileSync(join(folder, 'events', file), 'utf8')
      .trim()
      .split('\n'),
  )
  const events = lines.map((line) => JSON.parse(line))
  expect(manifest.tables).toMatchObject([{ name: 'events', rows: events.length }])
  expect(new Set(events.map(({ type }) => type))).toEqual(new Set(['OrderPlaced', 'SignalReceived']))
  const numbers = events.map(({ event }) => event)
  expect(numbers).toEqual(numbers.toSorted((one, other) => one - other))
  expect([numbers[0] >= 20, numbers.at(-1) <= 130]).toEqual([true, true])
  expect(events[0].recordedAt).toMatch(/^2026-03-01T10:\d\d:\d\d\.\d{3}Z$/)
  expect(events[0].data).toBeTypeOf('object')
})

test.each(['parquet', 'ndjson'] as const)(
  'in %s all events are in order, also the events of the tail',
  async (format) => {
    const folder = unpacked(await bytesOf(asked({ format })), `ordered-${format}`)
    const database = await DuckDBInstance.create(':memory:', { threads: '1' })
    const connection = await database.connect()
    const read = await connection.runAndReadAll(`SELECT event FROM '${folder}/events/*.${format}'`)
    connection.closeSync()
    database.closeSync()
    expect(read.getRows().map(Number)).toEqual(Array.from({ length: ALL }, (_, index) => index + 1))
  },
)

test('exporting the same events again gives the same rows and digests', async () => {
  const [one, other] = [await bytesOf(asked({ from: 5, to: 99 })), await bytesOf(asked({ from: 5, to: 99 }))]
  expect(one.equals(other)).toBe(true)
})

test('an archive that is cut off anywhere or has a changed byte is refused', async () => {
  const bytes = await bytesOf(asked({ to: 30 }))
  await expect(verifyArchive(Readable.from([bytes]))).resolves.toMatchObject({ events: { from: 1, to: 30 } })
  for (const share of [0, 0.1, 0.5, 0.9, 0.99])
    await expect(verifyArchive(Readable.from([bytes.subarray(0, bytes.length * share)]))).rejects.toThrow()
  await expect(verifyArchive(Readable.from([bytes.subarray(0, bytes.length - 512)]))).rejects.toThrow('cut off')
  const places = [
    0,
    600,
    // This byte is inside a file: the padding after a file is not checked.
    bytes.indexOf('PAR1', Math.floor(bytes.length / 2)),
    bytes.lastIndexOf('"rows"'),
    bytes.lastIndexOf('manifest.sha256'),
  ]
  for (const at of places) {
    const changed = Buffer.from(bytes)
    changed[at]! ^= 1
    await expect(verifyArchive(Readable.from([changed])), `byte ${at}`).rejects.toThrow()
  }
})

test('when the reader stops, the export ends, and no files stay', async () => {
  await archiveOf(asked(), async (archive) => {
    for await (const _ of archive) break
  })
  expect(readdirSync(out.folder).filter((name) => name.startsWith('export-'))).toEqual([])
})
