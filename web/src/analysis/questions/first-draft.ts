import type { SavedQuestion } from '@shop/language/question/api'
import type { QuestionParameters } from '@shop/language/question/parameters'
import { typedOf } from './question-words.ts'

/** The question with which a draft began. `report`: the question's name among the reports. */
export type Opened = Readonly<{
  sql: string
  rule?: string
  parameters?: QuestionParameters | undefined
  saved?: SavedQuestion
  report?: string
}>
/** The fields of a draft, with the values of the parameters as the user types them. */
export type TypedQuestion = Readonly<{
  sql: string
  typed: TypedValues
  /** The second set of values, if the page compares the answers for two sets. */
  against?: TypedValues | undefined
  asOf: string
}>
/** The values of the parameters by name, as a user types them. */
export type TypedValues = Readonly<Record<string, string>>
/** How a draft begins. Without `sql`, it has the text of the opened question. */
export type FirstDraft = Readonly<{ opened: Opened }> & Partial<TypedQuestion>
/** A draft that the tab stores. `at`: the URL of the question to which the draft belongs. */
export type KeptDraft = FirstDraft & Readonly<{ at: string }>

/** The values that a question was opened with, as a user types them. */
export const typedIn = ({ parameters }: Opened): TypedValues =>
  Object.fromEntries(Object.entries(parameters ?? {}).map(([name, value]) => [name, typedOf(value)]))
