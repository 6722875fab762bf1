import type { Collection } from '../collection.ts'
import type { Saved } from './view.ts'

export type QuestionDocument = Saved & {
  _id: string
  /**
   * The author's id, if an earlier version of the shop sealed the texts with the author's key: the author's erasure removes these texts.
   * Empty for all other questions.
   */
  goneWith: string
  /** False for all versions of a question or rule that was renamed or deleted. */
  isNewest: boolean
  renamedTo?: string
}

export const questions: Collection<QuestionDocument> = {
  name: 'questions@3',
  changedBy: ['questions', 'rules', 'users', 'me'],
  searchedBy: ['kind', 'name', 'savedVersion', 'isNewest', 'savedAt', 'goneWith'],
  lists: [],
  changes: { number: 3, says: 'Saved rules are listed beside saved questions.' },
}

export const questionId = (name: string, version: number) => `${name}/${version}`
