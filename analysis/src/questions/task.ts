import type { Run } from '@shop/language/api/runs'
import type { Failure, FilesTask, Found, MadeFiles, Question } from './question.ts'
import type { CopySql } from './table-sql.ts'

/** What the engine's process is given. */
export type Task = Readonly<{
  folder: string
  question: Question
  sql: CopySql
  /** The folder of the trail; without one its tables are empty. */
  trail?: string | undefined
  /** Compares the files of segments that it reads with their hashes first. */
  checksFiles?: boolean | undefined
  /** Puts all rows into files, in place of the first ones into the answer. */
  files?: FilesTask | undefined
}>

/** How far it is. */
export type Progress = NonNullable<Run['progress']>

/** What it tells. */
export type Told =
  | Readonly<{ progress: Progress }>
  | Readonly<{ found: Found; made?: MadeFiles | undefined; memoryBytes: number }>
  | Readonly<{ failure: Failure }>
