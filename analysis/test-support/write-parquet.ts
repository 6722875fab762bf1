import { DuckDBInstance } from '@duckdb/node-api'

/** Writes what a statement selects to a file, compressed as the copy's files are. */
export async function writeParquet(file: string, select: string) {
  const database = await DuckDBInstance.create(':memory:')
  const connection = await database.connect()
  await connection.run(`COPY (${select}) TO '${file}' (FORMAT parquet, COMPRESSION zstd)`)
  connection.closeSync()
}
