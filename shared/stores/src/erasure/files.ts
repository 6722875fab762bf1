import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { MOST_BYTES } from './value-forms.ts'

export type Piece = Readonly<{ place: string; bytes: Uint8Array }>

const CHUNK_BYTES = 1024 * 1024
const SQLITE = 'SQLite format 3\u0000'

export function filesIn(place: string): readonly string[] {
  if (!existsSync(place)) throw new Error(`There is no file or folder ${place}`)
  if (!statSync(place).isDirectory()) return [place]
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
}

/**
 * Yields a file's name and all its bytes on the disk, including the free pages of a database. Consecutive pieces overlap by the length of
 * the longest searched form (`value-forms.ts`). So a value at the edge of two pieces is found.
 */
export async function* piecesOfFile(file: string): AsyncGenerator<Piece> {
  yield { place: `${file}, its name`, bytes: Buffer.from(file) }
  let rest = Buffer.alloc(0)
  for await (const chunk of createReadStream(file, { highWaterMark: CHUNK_BYTES })) {
    const bytes = Buffer.concat([rest, chunk as Buffer])
    yield { place: file, bytes }
    rest = Buffer.from(bytes.subarray(-MOST_BYTES))
  }
}

/**
 * Yields a database's values, row by row, because a long value may be split in the file's bytes. Numbers are left out, because they are
 * never personal.
 */
export function* piecesOfDatabase(file: string): Generator<Piece> {
  using db = new DatabaseSync(file, { readOnly: true, timeout: 5_000 })
  for (const table of tablesOf(db)) {
    const rows = db.prepare(`SELECT * FROM "${table.replaceAll('"', '""')}"`)
    rows.setReturnArrays(true)
    rows.setReadBigInts(true)
    for (const row of rows.iterate() as Iterable<unknown>)
      yield {
        place: `${file}, table ${table}`,
        bytes: Buffer.concat((row as unknown[]).filter(isNoNumber).map(bytesOf)),
      }
  }
}

/** Undefined for a file that is no SQLite database. */
export async function tablesIn(file: string): Promise<readonly string[] | undefined> {
  for await (const head of createReadStream(file, { end: SQLITE.length - 1 })) {
    if ((head as Buffer).toString('latin1') !== SQLITE) return undefined
    using db = new DatabaseSync(file, { readOnly: true, timeout: 5_000 })
    return tablesOf(db)
  }
  return undefined
}

const tablesOf = (db: DatabaseSync) =>
  db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0")
    .all()
    .map(({ name }) => String(name))

const isNoNumber = (value: unknown) => typeof value !== 'number' && typeof value !== 'bigint'
const bytesOf = (value: unknown) =>
  Buffer.concat([value instanceof Uint8Array ? value : Buffer.from(String(value)), Buffer.from('\n')])
