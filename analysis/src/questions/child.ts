import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { freeBytes } from '@shop/server/free-bytes'
import { answerQuestion } from './answer-question.ts'
import { DISK_FULL, failureOf, tooLarge } from './engine-failure.ts'
import { placedIn } from './placed-failure.ts'
import { type Failure, QuestionFailed } from './question.ts'
import { serveTask } from './serve-task.ts'
import type { Task } from './task.ts'

serveTask((task: Task) => {
  let engine: DuckDBConnection | undefined
  let written: number | undefined
  const answer = answerQuestion(
    task,
    (opened) => {
      engine = opened
    },
    (share) => {
      written = share
    },
  ).catch(async (error) => {
    const { sql } = task.question
    throw new QuestionFailed(await placedIn(sql, failureOf(error, sql), engine))
  })

  /** From 0 to 1. Undefined if the engine does not know it. Writing files counts as half of the work. */
  function shareDone() {
    if (written !== undefined) return 0.5 + written / 2
    const percentage = engine?.progress.percentage ?? -1
    return percentage < 0 ? undefined : (percentage / 100) * (task.files ? 0.5 : 1)
  }

  function look() {
    const failure = fullDisk(task)
    return failure ? { failure } : { share: shareDone() }
  }
  return { answer, look }
})

function fullDisk({ files }: Task): Failure | undefined {
  if (files && freeBytes(files.place) < files.leastFree) return DISK_FULL
  return files && sizeOf(files.place) > files.mostBytes ? tooLarge(files.mostBytes) : undefined
}

/** A file removed after `readdirSync` counts as empty. */
const sizeOf = (folder: string) =>
  readdirSync(folder).reduce(
    (sum, name) => sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  )
