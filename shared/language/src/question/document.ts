import type { Collection } from '../collection.ts'
import type { QuestionSaved } from './events.ts'

/** A version of a saved question. The author's texts are null once the author is erased. */
export type QuestionDocument = ReturnType<typeof QuestionSaved>['data'] & {
  _id: string
  /** False for all versions of a question that was renamed or deleted. */
  isNewest: boolean
  /** The new name of a renamed question. */
  renamedTo?: string
}

export const questions: Collection<QuestionDocument> = {
  name: 'questions@1',
  searchedBy: ['name', 'savedVersion', 'isNewest', 'savedAt', 'authorId'],
  lists: [],
}

export const questionId = (name: string, version: number) => `${name}/${version}`
