import type { SavedQuestion } from './api.ts'
import type { QuestionKept, RuleKept } from './events.ts'

/** A saved version of a question, which has `sql` and `parameters`, or of a rule, which has `rule`. */
export type Saved = Omit<ReturnType<typeof QuestionKept>['data'], 'keyName' | 'formerName'> &
  Pick<ReturnType<typeof RuleKept>['data'], 'rule'> &
  Readonly<{ kind: 'question' | 'rule' }>

/** The view does not name the author, but says whether the caller is the author. */
export const questionView = (saved: Saved, newest: number, callerId: string): SavedQuestion => ({
  kind: saved.kind,
  name: saved.name,
  version: saved.savedVersion,
  newest,
  sql: saved.sql,
  parameters: saved.parameters,
  rule: saved.rule,
  savedAt: saved.savedAt,
  own: saved.authorId === callerId,
})
