import type { SavedQuestion } from '@shop/language/question/api'
import type { QuestionParameters } from '@shop/language/question/parameters'
import type { Inputs } from './input-words.ts'
import { typedOf } from './question-words.ts'

/** The question with which a draft began. `report`: the slug of the question's report. */
export type Opened = Readonly<{
  sql: string
  title?: string
  rule?: string
  parameters?: QuestionParameters | undefined
  inputs?: Inputs
  saved?: SavedQuestion
  report?: string
}>
export type TypedQuestion = Readonly<{
  sql: string
  typed: TypedValues
  against?: TypedValues | undefined
  asOf: string
}>
export type TypedValues = Readonly<Record<string, string>>
/** Without `sql`, the draft has the opened question's text. */
export type FirstDraft = Readonly<{ opened: Opened }> & Partial<TypedQuestion>
/** `at` is the URL of the draft's question. */
export type KeptDraft = FirstDraft & Readonly<{ at: string }>

export const typedIn = ({ parameters }: Opened): TypedValues =>
  Object.fromEntries(Object.entries(parameters ?? {}).map(([name, value]) => [name, typedOf(value)]))
