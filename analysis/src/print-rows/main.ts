import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { DuckDBInstance } from '@duckdb/node-api'
import { literal } from '../tables/literal.ts'

/**
 * Prints all rows of Parquet files, to search the copy for data that must not be there. A search in the files themselves would miss such
 * data, because the files are compressed. Reads one file's name from each line of standard input. Prints each row as JSON: `[<number of its
 * file, from 0>, <row>]`.
 */
const files = (await text(process.stdin)).split('\n').filter((line) => line !== '')
const database = await DuckDBInstance.create(':memory:', { threads: '1', memory_limit: '128MB' })
const connection = await database.connect()

async function printRows(file: string, number: number) {
  const rows = await connection.stream(`SELECT to_json(t)::VARCHAR FROM read_parquet(${literal(file)}) t`)
  for (let chunk = await rows.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await rows.fetchChunk()) {
    const lines = chunk.getRows().map(([row]) => `[${number},${row}]\n`)
    if (!process.stdout.write(lines.join(''))) await once(process.stdout, 'drain')
  }
}

for (const [number, file] of files.entries())
  try {
    await printRows(file, number)
  } catch (error) {
    // The segment may have been merged meanwhile.
    if (existsSync(file)) throw error
  }
