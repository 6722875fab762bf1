import { fork } from 'node:child_process'
import { once } from 'node:events'
import { LONGEST_RUN_MS } from '../limits.ts'
import { unavailable } from './copied-range.ts'
import { OUT_OF_MEMORY } from './engine-failure.ts'
import { type Answer, type Failure, type MadeFiles, QuestionFailed } from './question.ts'
import type { ChildMessage, Progress } from './task.ts'

/** Without it, the child's start would take half of the time of a short answer. */
const FASTER_START = import.meta.resolve('@shop/server/faster-start.mjs')

const TOO_MUCH = 'Select fewer events, and give each join a condition'

export type ChildOptions = Readonly<{
  signal?: AbortSignal | undefined
  onProgress?: (progress: Progress) => void
  longestMs?: number
  /** What the user can do if the answer takes too long. */
  advice?: string
  execArgv?: readonly string[]
}>
export type Answered = Answer & { made?: MadeFiles | undefined }

/** Throws `QuestionFailed`, and passes on errors of `fork` and `send`. */
export function runChild(file: string, task: object, options: ChildOptions): Promise<Answered> {
  const { signal, onProgress, longestMs = LONGEST_RUN_MS, advice = TOO_MUCH, execArgv = [] } = options
  const begun = performance.now()
  const child = fork(file, {
    env: {},
    execArgv: ['--max-old-space-size=256', '--import', FASTER_START, ...execArgv],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const { promise, resolve: answered, reject } = Promise.withResolvers<Answered>()
  const fail = (failure: Failure) => reject(new QuestionFailed(failure))
  const cancel = () => fail({ reason: 'cancelled', message: 'The question was cancelled' })
  const timer = setTimeout(() => fail(tooLong(longestMs, advice)), longestMs)
  signal?.addEventListener('abort', cancel)
  if (signal?.aborted) cancel()

  child.on('message', (message: ChildMessage) => {
    if ('progress' in message) onProgress?.(message.progress)
    else if ('failure' in message) fail(message.failure)
    else {
      const { found, made, memoryBytes } = message
      answered({ ...found, ...(made && { made }), memoryBytes, elapsedMs: Math.round(performance.now() - begun) })
    }
  })
  child.once('error', reject)
  // A child that exits without an answer could not load its engine (code 1) or ran out of memory.
  child.once('exit', (code) => fail(code === 1 ? unavailable('The engine did not start').failure : OUT_OF_MEMORY))
  child.send(task, (error) => error && reject(error))
  return promise.finally(async () => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', cancel)
    child.kill('SIGKILL')
    // The child's memory is free only after its exit.
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  })
}

const tooLong = (longestMs: number, advice: string): Failure => ({
  reason: 'time',
  message: `The answer takes longer than ${longestMs / 1000} seconds. ${advice}`,
})
