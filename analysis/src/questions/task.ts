import type { Run } from '@shop/language/api/runs'
import type { Failure, Found, Question } from './question.ts'
import type { CopySql } from './table-sql.ts'

/** What the engine's process is given. */
export type Task = Readonly<{ folder: string; question: Question; sql: CopySql }>

/** How far it is. */
export type Progress = NonNullable<Run['progress']>

/** What it tells. */
export type Told =
  | Readonly<{ progress: Progress }>
  | Readonly<{ found: Found; memoryBytes: number }>
  | Readonly<{ failure: Failure }>
