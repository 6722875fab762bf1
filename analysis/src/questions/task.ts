import type { Run } from '@shop/language/analysis/runs'
import type { Failure, FilesTask, Found, MadeFiles, Question } from './question.ts'
import type { CopySql } from './table-sql.ts'

export type Task = Readonly<{
  folder: string
  question: Question
  sql: CopySql
  /** The folder of the trail. Without it, the trail's tables are empty. */
  trail?: string | undefined
  checksFiles?: boolean | undefined
  /** A folder for data that does not fit into the engine's memory. Undefined if the disk has too little space. */
  spill?: string | undefined
  /** If present, all rows go to files and none into the answer. */
  files?: FilesTask | undefined
}>

export type Progress = NonNullable<Run['progress']>

export type ChildMessage =
  | Readonly<{ progress: Progress }>
  | Readonly<{ found: Found; made?: MadeFiles | undefined; memoryBytes: number }>
  | Readonly<{ failure: Failure }>
