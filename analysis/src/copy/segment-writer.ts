import { chmod, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { eventsTable, tableOf } from '../tables/all-tables.ts'
import { listOf, literal } from '../tables/literal.ts'
import { fromLines, selectRows } from '../tables/read-sql.ts'
import { addCounts } from '../tables/rows-of-tables.ts'
import { segmentFolder, tableFile } from './copy-files.ts'
import type { CountedTail } from './recover-copy.ts'
import { writeSums } from './segment-sums.ts'
import { countsFile, PART, type Segment, syncPath } from './segments.ts'

/**
 * With these settings DuckDB writes a Bloom filter for each group of rows. Reading one stream is then nine times as fast, but the files are
 * a fifth larger.
 */
export const FINDABLE = ', ROW_GROUP_SIZE 20480, DICTIONARY_SIZE_LIMIT 20480'

/** A segment's folder gets its final name when all its files are on the disk. */
export function createSegmentWriter(copy: string, connection: DuckDBConnection) {
  async function written(
    first: number,
    last: number,
    counts: Segment['counts'],
    write: (part: Segment) => Promise<void>,
  ) {
    const folder = segmentFolder(copy, first, last)
    const part = { folder: folder + PART, first, last, counts }
    await rm(part.folder, { recursive: true, force: true })
    await mkdir(part.folder, { recursive: true, mode: 0o700 })
    await write(part)
    await writeFile(countsFile(part.folder), JSON.stringify(counts))
    await writeSums(part.folder)
    await Promise.all((await readdir(part.folder)).map((file) => makePrivateAndSync(join(part.folder, file))))
    await syncPath(part.folder)
    await rename(part.folder, folder)
    await syncPath(dirname(folder))
    return { ...part, folder }
  }

  return {
    interrupt: () => connection.interrupt(),

    /** The tails are consecutive and have `events` events each. */
    ofLines(tails: readonly CountedTail[], events: number): Promise<Segment> {
      const files = tails.map(({ tail }) => tail.file)
      const [first, last] = [tails[0]!.tail.first, tails.at(-1)!.tail.first + events - 1]
      const counts = sumOf(tails)
      // A segment from a single tail is soon merged, so its files may be larger. Snappy makes them faster.
      const compression = tails.length === 1 ? 'snappy' : 'zstd'
      return written(first, last, counts, async (part) => {
        await connection.run(`CREATE OR REPLACE TEMP TABLE lines AS SELECT * FROM ${fromLines(listOf(files))}`)
        const read = await connection.runAndReadAll('SELECT count(event), min(event), max(event) FROM lines')
        if (read.getRows()[0]!.join() !== [last - first + 1, first, last].join())
          throw new Error(`${files.join(', ')} do not have the events ${first} to ${last}`)
        const copies = Object.keys(counts).map((table) =>
          copyTo(tableFile(part, table), table, selectRows(tableOf(table) ?? eventsTable, 'lines'), compression),
        )
        // One call for all statements, because each call takes a while to begin.
        await connection.run(copies.join('; '))
        await connection.run('DROP TABLE lines')
      })
    },

    /** The segments must be consecutive. */
    async merged(segments: readonly Segment[]): Promise<Segment> {
      const counts = sumOf(segments)
      return written(segments[0]!.first, segments.at(-1)!.last, counts, async (part) => {
        for (const table of Object.keys(counts)) {
          const files = segments.filter((one) => one.counts[table]).map((one) => tableFile(one, table))
          await connection.run(copyTo(tableFile(part, table), table, `SELECT * FROM read_parquet(${listOf(files)})`))
        }
      })
    },
  }
}

function sumOf(parts: readonly Pick<Segment, 'counts'>[]): Segment['counts'] {
  const counts: Record<string, number> = {}
  for (const part of parts) addCounts(counts, part.counts)
  return counts
}

const copyTo = (file: string, table: string, rows: string, compression: 'snappy' | 'zstd' = 'zstd') =>
  `COPY (${rows}) TO ${literal(file)} (FORMAT parquet, COMPRESSION ${compression}${table === eventsTable.name ? FINDABLE : ''})`

/** DuckDB's files must be made private, because other users can read them. */
async function makePrivateAndSync(file: string) {
  await chmod(file, 0o600)
  await syncPath(file)
}
