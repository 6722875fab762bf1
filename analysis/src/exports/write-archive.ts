import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { CopyView } from '../copy/copy-view.ts'
import { openExportEngine } from './export-engine.ts'
import { type MadeFile, makeFiles, type Spec, tablesOf } from './export-files.ts'
import { digestOf, MANIFEST, MANIFEST_DIGEST, type Manifest } from './manifest.ts'
import { END_OF_ARCHIVE, headerOf, paddingOf } from './tar.ts'

type Source = Readonly<{
  view: CopyView
  /** The digest of the log up to the last event of the export, in hexadecimal. */
  rangeDigest: string
  folder: string
  /** Stops the export at once, even if the caller is not reading a chunk. */
  signal?: AbortSignal
  /** Events in a file; only tests set this. */
  part?: number
}>

/** A file is made only when the caller reads it. */
export async function* writeArchive(
  spec: Spec,
  { view, rangeDigest, folder, signal, part }: Source,
): AsyncGenerator<Buffer> {
  await using opening = new AsyncDisposableStack()
  const place = await mkdtemp(join(folder, 'export-'))
  opening.defer(() => rm(place, { recursive: true, force: true }))
  const engine = opening.use(openExportEngine(join(place, 'spill'), signal))

  const rows = new Map<string, number>()
  const files = yield* archived(
    makeFiles(engine, view, spec, place, part),
    ({ table, rows: more }) => void rows.set(table, (rows.get(table) ?? 0) + more),
  )
  const tables = tablesOf(spec)
    .filter(({ name }) => rows.has(name))
    .map(({ name, columns }) => ({
      name,
      columns: columns.map((column) => ({ name: column.name, type: column.type })),
      rows: rows.get(name) ?? 0,
    }))
  const { exportId, from, to, types } = spec
  yield endOf({ format: 1, export: exportId, events: { from, to, types }, rangeDigest, tables, files })
}

export async function* archived(
  made: AsyncIterable<MadeFile> | Iterable<MadeFile>,
  onFile: (file: MadeFile) => void = () => {},
): AsyncGenerator<Buffer, Manifest['files']> {
  const files: Manifest['files'] = []
  for await (const file of made) {
    const { name, rows, bytes } = file
    yield headerOf(name, bytes)
    const sha256 = yield* contentOf(file)
    yield paddingOf(bytes)
    files.push({ name, rows, bytes, sha256 })
    onFile(file)
  }
  return files
}

export function endOf(manifest: Manifest): Buffer {
  const text = `${JSON.stringify(manifest, null, 2)}\n`
  return Buffer.concat([textFile(MANIFEST, text), textFile(MANIFEST_DIGEST, `${digestOf(text)}\n`), END_OF_ARCHIVE])
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
