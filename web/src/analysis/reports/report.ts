import type { StarterQuestion } from '../questions/starter-questions.ts'

export type Report = Readonly<{
  slug: string
  question: StarterQuestion
  /** The column of cents whose sum is shown above the rows. */
  summed?: string
  /** The columns that are added up in a last row. */
  totals?: readonly string[]
}>
