import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { unavailable } from './copied-range.ts'
import { OUT_OF_MEMORY } from './engine-failure.ts'
import { LONGEST_MS } from './limits.ts'
import { type Answer, type Failure, type FilesTask, type MadeFiles, type Question, QuestionFailed } from './question.ts'
import { copySql } from './table-sql.ts'
import type { Progress, Task, Told } from './task.ts'

const CHILD = fileURLToPath(import.meta.resolve('./child.ts'))
/** It loads two hundred files: half of the time of a short answer. */
const COMPILE_CACHE = import.meta.resolve('@shop/server/compile-cache.mjs')
/** The copy is written while it is read: a segment may be merged into a larger one between the look and the reading. */
const TRIES = 4
const PAUSE_MS = 100

export type QuestionOptions = Readonly<{
  /** Ends the run at once. */
  signal?: AbortSignal | undefined
  onProgress?: (progress: Progress) => void
  longestMs?: number
  /** The folder of the trail, beside the log. */
  trail?: string | undefined
  /** Puts all rows into files, in a folder that is made anew. */
  files?: FilesTask | undefined
}>
/** With the files of its rows where they were asked for. */
type Answered = Answer & { made?: MadeFiles | undefined }

/**
 * Answers a question over the copy in `folder`, in a process of its own with an empty environment that lives for this one
 * question. Throws `QuestionFailed`.
 */
export async function runQuestion(
  folder: string,
  question: Question,
  options: QuestionOptions = {},
): Promise<Answered> {
  if (!isInstalled()) throw unavailable(NOT_INSTALLED)
  for (let left = TRIES - 1; ; left--) {
    try {
      const trail = options.trail === undefined ? undefined : resolve(options.trail)
      const { files } = options
      // Of a try before.
      if (files) await rm(files.place, { recursive: true, force: true })
      if (files) await mkdir(files.place, { recursive: true, mode: 0o700 })
      return await runOnce({ folder: resolve(folder), question, sql: copySql, trail, files }, options)
    } catch (error) {
      const isPassing = error instanceof QuestionFailed && error.failure.reason === 'unavailable'
      if (!isPassing || left === 0 || options.signal?.aborted) throw error
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }
}

function runOnce(task: Task, { signal, onProgress, longestMs = LONGEST_MS }: QuestionOptions): Promise<Answered> {
  const begun = performance.now()
  const child = fork(CHILD, {
    env: {},
    execArgv: ['--max-old-space-size=256', '--import', COMPILE_CACHE],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const { promise, resolve: answered, reject } = Promise.withResolvers<Answered>()
  const fail = (failure: Failure) => reject(new QuestionFailed(failure))
  const cancel = () => fail({ reason: 'cancelled', message: 'The question was cancelled' })
  const timer = setTimeout(() => fail(tooLong(longestMs)), longestMs)
  signal?.addEventListener('abort', cancel)
  if (signal?.aborted) cancel()

  child.on('message', (told: Told) => {
    if ('progress' in told) onProgress?.(told.progress)
    else if ('failure' in told) fail(told.failure)
    else {
      const { found, made, memoryBytes } = told
      answered({ ...found, ...(made && { made }), memoryBytes, elapsedMs: Math.round(performance.now() - begun) })
    }
  })
  child.once('error', reject)
  // It ends by itself only when it cannot load its engine, or when the operating system or its own heap has no memory left.
  child.once('exit', (code) => fail(code === 1 ? unavailable('The engine did not start').failure : OUT_OF_MEMORY))
  child.send(task, (error) => error && reject(error))
  return promise.finally(async () => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', cancel)
    child.kill('SIGKILL')
    // Its memory is free only when it is gone.
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  })
}

const NOT_INSTALLED = 'Analysis is not installed here: `npm ci` adds its workspace'

/** An install may leave the engine out: it is large. */
function isInstalled(): boolean {
  try {
    import.meta.resolve('@duckdb/node-api')
    return true
  } catch {
    return false
  }
}

const tooLong = (longestMs: number): Failure => ({
  reason: 'time',
  message: `The answer takes longer than ${longestMs / 1000} seconds. Ask for fewer events`,
})
