import type { Collection } from '../collection.ts'

/** A subscription of an analyst to the weekly mails of a saved question. */
export type QuestionMailDocument = {
  _id: string
  name: string
  accountId: string
  /** The Monday of the next mail. */
  dueAt: string
}

export const questionMails: Collection<QuestionMailDocument> = {
  name: 'question-mails@1',
  changedBy: ['questions', 'users', 'me'],
  searchedBy: ['name', 'accountId', 'dueAt'],
  lists: [],
}

export const questionMailId = (name: string, accountId: string) => `${name}/${accountId}`
