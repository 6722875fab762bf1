import type { RunAnswer } from '@shop/language/analysis/runs'
import type { AnswerFigure, WantedFigures } from '../questions/answer-figures.ts'
import type { StarterQuestion } from '../questions/starter-questions.ts'

/** Two columns of numbers that are plotted beside each other. `label`: the column that names the rows. */
export type Pair = Readonly<{ of: string; label: string; before: string; after: string }>

export type Report = Readonly<{
  slug: string
  question: StarterQuestion
  totals?: readonly string[]
  figures?: WantedFigures | ((answer: RunAnswer) => readonly AnswerFigure[])
  pair?: Pair
}>

/** The column that is plotted first. If undefined, the first column of numbers is plotted. */
export const firstPlotted = (report: Report | undefined) =>
  typeof report?.figures === 'function' ? undefined : (report?.figures?.summed ?? report?.figures?.newest?.[0])
