import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freeBytes } from '@shop/server/free-bytes'
import { temporaryFolder } from '../copy/copy-files.ts'
import { LEAST_FREE_BYTES, RUNS, SPILL_MB } from '../limits.ts'
import { unavailable } from './copied-range.ts'
import { type FilesTask, type Question, QuestionFailed } from './question.ts'
import { type Answered, type ChildOptions, runChild } from './run-child.ts'
import { copySql } from './table-sql.ts'
import type { Task } from './task.ts'

const CHILD = fileURLToPath(import.meta.resolve('./child.ts'))
/** In MiB. A larger one would take memory from the engine, and makes no answer faster. */
const SMALL_YOUNG_GENERATION = ['--max-semi-space-size=1']
/** A read can fail because the shop merges and removes a segment meanwhile. */
const TRIES = 4
const PAUSE_MS = 100

export type QuestionOptions = ChildOptions &
  Readonly<{
    trail?: string | undefined
    /** Compares the segments' files with their hashes first. The analysis room does this itself. */
    checksFiles?: boolean
    /** If present, all rows are written to files. Their folder is emptied first. */
    files?: FilesTask | undefined
  }>

/** Answers a question about the copy in `folder`, in its own process. Throws `QuestionFailed`. */
export async function runQuestion(
  folder: string,
  question: Question,
  options: QuestionOptions = {},
): Promise<Answered> {
  const trail = options.trail === undefined ? undefined : resolve(options.trail)
  const { files, checksFiles } = options
  const spill = await newSpillFolder(resolve(folder))
  const task: Task = { folder: resolve(folder), question, sql: copySql, trail, files, checksFiles, spill }
  return whileWritten(options, async () => {
    if (files) await rm(files.place, { recursive: true, force: true })
    if (files) await mkdir(files.place, { recursive: true, mode: 0o700 })
    try {
      return await runChild(CHILD, task, { ...options, execArgv: SMALL_YOUNG_GENERATION })
    } finally {
      if (spill) await rm(spill, { recursive: true, force: true })
    }
  })
}

/** Undefined if a question must not write to the disk: the log can be on the same disk, and all runs may spill at once. */
async function newSpillFolder(folder: string): Promise<string | undefined> {
  const mostBytes = RUNS.ofAll * SPILL_MB * 2 ** 20
  if (!existsSync(folder) || freeBytes(folder) < LEAST_FREE_BYTES + mostBytes) return undefined
  const parent = temporaryFolder(folder)
  // This process may be allowed only to read the copy.
  return mkdir(parent, { recursive: true, mode: 0o700 }).then(
    () => join(parent, randomUUID()),
    () => undefined,
  )
}

/** Tries again if the shop was writing the copy's files. */
export async function whileWritten(
  { signal }: Pick<ChildOptions, 'signal'>,
  run: () => Promise<Answered>,
): Promise<Answered> {
  if (!isInstalled()) throw unavailable(NOT_INSTALLED)
  for (let left = TRIES - 1; ; left--) {
    try {
      return await run()
    } catch (error) {
      const isPassing = error instanceof QuestionFailed && error.failure.reason === 'unavailable'
      if (!isPassing || left === 0 || signal?.aborted) throw error
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }
}

const NOT_INSTALLED = 'Analysis is not installed here: `npm ci` adds its workspace'

/** An install can leave out the large engine. */
function isInstalled(): boolean {
  try {
    import.meta.resolve('@duckdb/node-api')
    return true
  } catch {
    return false
  }
}
