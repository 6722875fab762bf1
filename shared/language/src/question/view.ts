import type { SavedQuestion } from './api.ts'
import type { QuestionSaved } from './events.ts'

/** A saved question never names its author, but says whether the caller is the author. */
export const questionView = (
  saved: ReturnType<typeof QuestionSaved>['data'],
  newest: number,
  callerId: string,
): SavedQuestion => ({
  name: saved.name,
  version: saved.savedVersion,
  newest,
  sql: saved.sql,
  parameters: saved.parameters,
  savedAt: saved.savedAt,
  own: saved.authorId === callerId,
})
