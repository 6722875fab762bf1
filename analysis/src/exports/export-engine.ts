import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { EngineMessage, EngineTask } from './engine-child.ts'

const CHILD = fileURLToPath(import.meta.resolve('./engine-child.ts'))
/** Node's heap can be small, because it holds no rows. */
const SMALL_HEAP = ['--max-old-space-size=64', '--max-semi-space-size=1']
/** By default the allocator makes an arena per thread, and each arena keeps unused memory. */
const FEW_ARENAS = { MALLOC_ARENA_MAX: '2' }

export type ExportEngine = AsyncDisposable & Readonly<{ copy: (statement: string) => Promise<number> }>

/**
 * Starts a process that makes files with `COPY`. `spill`: a folder for data that does not fit into the process's memory. `signal` ends the
 * process at once.
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
  // The next call of `copy` throws this error. Without this line, Node would also report it.
  failed.promise.catch(() => {})
  const fail = (cause?: Error) => failed.reject(new Error('The process of an export has ended', { cause }))
  child.on('error', fail)
  child.once('exit', () => fail())
  const send = (task: EngineTask) => child.send(task, (error) => error && fail(error))
  send({ spill })

  return {
    /** Returns the number of rows written. Throws the engine's error, or an error if the process has ended. */
    async copy(statement) {
      const answered = once(child, 'message')
      send({ copy: statement })
      const [message] = (await Promise.race([answered, failed.promise])) as [EngineMessage]
      if ('error' in message) throw new Error(message.error)
      return message.rows
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}
