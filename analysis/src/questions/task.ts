import type { Failure, Found, Question } from './question.ts'
import type { CopySql } from './table-sql.ts'

/** What the engine's process is given. */
export type Task = Readonly<{ folder: string; question: Question; sql: CopySql }>

/** How far it is. `share`: of the work, from 0 to 1; undefined while the engine cannot say. */
export type Progress = Readonly<{ share?: number | undefined; memoryBytes: number }>

/** What it tells. */
export type Told =
  | Readonly<{ progress: Progress }>
  | Readonly<{ found: Found; memoryBytes: number }>
  | Readonly<{ failure: Failure }>
