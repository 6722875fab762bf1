import type { QuestionSaved } from '../events/question-events.ts'
import type { Collection } from './collection.ts'

/** One version of a saved question. What its author wrote is null once they are erased. */
export type QuestionDocument = ReturnType<typeof QuestionSaved>['data'] & {
  _id: string
  isNewest: boolean
}

export const questions: Collection<QuestionDocument> = {
  name: 'questions@1',
  searchedBy: ['name', 'savedVersion', 'isNewest', 'savedAt', 'authorId'],
  lists: [],
}

export const questionId = (name: string, version: number) => `${name}/${version}`
