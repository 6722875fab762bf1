import type { StarterQuestion } from '../questions/starter-questions.ts'

/** A prepared question. */
export type Report = Readonly<{
  slug: string
  question: StarterQuestion
  /** The column of cents to add up. The sum is shown above the rows. */
  summed?: string
  /** The columns of numbers that are added up in a last row. */
  totals?: readonly string[]
}>
