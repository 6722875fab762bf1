import type { Collection } from '../collection.ts'
import type { QuestionSaved } from './events.ts'

export type QuestionDocument = ReturnType<typeof QuestionSaved>['data'] & {
  _id: string
  /**
   * The author's id, if an earlier version of the shop sealed the texts with the author's key. The author's erasure then removes the texts.
   * Otherwise empty.
   */
  goneWith: string
  /** False for all versions of a question that was renamed or deleted. */
  isNewest: boolean
  renamedTo?: string
}

export const questions: Collection<QuestionDocument> = {
  name: 'questions@2',
  changedBy: ['questions', 'users', 'me'],
  searchedBy: ['name', 'savedVersion', 'isNewest', 'savedAt', 'goneWith'],
  lists: [],
  changes: { number: 2, says: 'Each question names the person whose erasure removes its texts.' },
}

export const questionId = (name: string, version: number) => `${name}/${version}`
