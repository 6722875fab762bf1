import { DuckDBInstance } from '@duckdb/node-api'

/* A process that makes the files of one export, one statement after the other. It is killed when it is no longer wanted. */

/**
 * Below 256 MiB whatever is exported, of which Node and the engine's code are 105: little for buffers, rows that are not held back for
 * the sake of an order (one thread has them in theirs), nothing that was read kept for a second reading, and what was freed given back
 * at once: it would pile up to hundreds of megabytes. One thread also lets the shop's own work go on.
 */
const DUCKDB = {
  threads: '1',
  memory_limit: '128MB',
  preserve_insertion_order: 'false',
  enable_external_file_cache: 'false',
  allocator_flush_threshold: '1MB',
  allocator_bulk_deallocation_flush_threshold: '1MB',
}

/** What it is told: where it may put what its memory does not hold, once, then a COPY each. */
export type EngineTask = Readonly<{ spill: string } | { copy: string }>
/** What it tells of each COPY. */
export type EngineTold = Readonly<{ rows: number } | { error: string }>

const tell = (told: EngineTold) => void process.send?.(told)
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
    tell({ rows: Number(copied.value(0, 0)) })
  } catch (error) {
    tell({ error: (error as Error).message })
  }
}
