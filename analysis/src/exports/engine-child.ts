import { DuckDBInstance } from '@duckdb/node-api'

/* This process runs until its parent kills it. */

/**
 * Keeps the process below 256 MiB for an export of any size. A single thread keeps the order of rows without `preserve_insertion_order`.
 * The flush thresholds stop the engine from keeping freed memory.
 */
const DUCKDB = {
  threads: '1',
  memory_limit: '128MB',
  preserve_insertion_order: 'false',
  enable_external_file_cache: 'false',
  allocator_flush_threshold: '1MB',
  allocator_bulk_deallocation_flush_threshold: '1MB',
}

/** `spill`: a folder for data that does not fit into memory. `copy`: a COPY statement. */
export type EngineTask = Readonly<{ spill: string } | { copy: string }>
export type EngineMessage = Readonly<{ rows: number } | { error: string }>

const send = (message: EngineMessage) => void process.send?.(message)
let opened: ReturnType<typeof open> | undefined

process.on('message', (task: EngineTask) => {
  if ('spill' in task) opened = open(task.spill)
  else void copy(task.copy)
})
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))

async function open(spill: string) {
  const database = await DuckDBInstance.create(':memory:', { ...DUCKDB, temp_directory: spill })
  const connection = await database.connect()
  await connection.run("SET TimeZone = 'UTC'")
  return connection
}

async function copy(statement: string) {
  try {
    const copied = await (await opened)!.runAndReadAll(statement)
    send({ rows: Number(copied.value(0, 0)) })
  } catch (error) {
    send({ error: (error as Error).message })
  }
}
