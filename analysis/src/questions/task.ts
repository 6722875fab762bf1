import type { Run } from '@shop/language/analysis/runs'
import type { Failure, FilesTask, Found, MadeFiles, Question } from './question.ts'
import type { CopySql } from './table-sql.ts'

/** The parent's message to the engine's process. */
export type Task = Readonly<{
  folder: string
  question: Question
  sql: CopySql
  /** The folder of the trail. Without it the trail's tables are empty. */
  trail?: string | undefined
  /** Compares the files of segments with their hashes before reading them. */
  checksFiles?: boolean | undefined
  /** Writes all rows to files, instead of the first rows to the answer. */
  files?: FilesTask | undefined
}>

/** The progress of the task. */
export type Progress = NonNullable<Run['progress']>

/** The messages of the engine's process. */
export type ChildMessage =
  | Readonly<{ progress: Progress }>
  | Readonly<{ found: Found; made?: MadeFiles | undefined; memoryBytes: number }>
  | Readonly<{ failure: Failure }>
