import { DuckDBInstance } from '@duckdb/node-api'

/** Writes the result of a SELECT to a file, compressed like the copy's files. */
export async function writeParquet(file: string, select: string) {
  const database = await DuckDBInstance.create(':memory:')
  const connection = await database.connect()
  await connection.run(`COPY (${select}) TO '${file}' (FORMAT parquet, COMPRESSION zstd)`)
  connection.closeSync()
}
