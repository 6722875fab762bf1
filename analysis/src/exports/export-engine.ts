import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { EngineTask, EngineTold } from './engine-child.ts'

const CHILD = fileURLToPath(import.meta.resolve('./engine-child.ts'))
/** It holds no rows itself. */
const SMALL_HEAP = ['--max-old-space-size=64', '--max-semi-space-size=1']
/** With an arena for each thread, memory stays that nobody uses. */
const FEW_ARENAS = { MALLOC_ARENA_MAX: '2' }

export type ExportEngine = AsyncDisposable & Readonly<{ copy: (statement: string) => Promise<number> }>

/**
 * Begins a process that makes files by `COPY`, until it is disposed of: what it takes, it gives back, and the room's own reads do not
 * wait for it. `spill`: a folder for what its memory does not hold. `signal` ends it at once, also in the midst of a COPY.
 */
export function openExportEngine(spill: string, signal?: AbortSignal | undefined): ExportEngine {
  const child = fork(CHILD, {
    env: FEW_ARENAS,
    execArgv: SMALL_HEAP,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    killSignal: 'SIGKILL',
    ...(signal && { signal }),
  })
  const failed = Promise.withResolvers<never>()
  // Told by the next `copy`.
  failed.promise.catch(() => {})
  const fail = (cause?: Error) => failed.reject(new Error('The process of an export has ended', { cause }))
  child.on('error', fail)
  child.once('exit', () => fail())
  const tell = (task: EngineTask) => child.send(task, (error) => error && fail(error))
  tell({ spill })

  return {
    /** Runs a COPY and returns how many rows it has written. One at a time. Throws what the engine says, or that it has ended. */
    async copy(statement) {
      const answered = once(child, 'message')
      tell({ copy: statement })
      const [told] = (await Promise.race([answered, failed.promise])) as [EngineTold]
      if ('error' in told) throw new Error(told.error)
      return told.rows
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}
