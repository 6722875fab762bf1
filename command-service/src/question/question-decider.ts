import { type QuestionEvent, QuestionSaved } from '@shop/language/question/events'
import type { Decider } from '../handler/decider.ts'

/** A question as it was last saved. Its version is 0 if it was never saved. */
export type Question = Omit<QuestionEvent['data'], 'name'>

export type QuestionCommand = { type: 'Save' } & Omit<QuestionEvent['data'], 'savedVersion'>

/** The versions of a question under one name. Saving a question unchanged makes no new version. */
export const questionDecider: Decider<Question, QuestionCommand, QuestionEvent> = {
  initialState: { savedVersion: 0, authorId: '', sql: null, parameters: null, savedAt: '' },

  evolve: (_, { data: { name: _name, ...saved } }) => saved,

  decide({ type: _, ...asked }, { savedVersion, sql, parameters }) {
    if (isSame(asked.parameters, parameters) && asked.sql === sql) return []
    return [QuestionSaved({ ...asked, savedVersion: savedVersion + 1 })]
  },
}

type Parameters = Question['parameters']
const isSame = (one: Parameters, other: Parameters) =>
  JSON.stringify(one && Object.entries(one).toSorted()) === JSON.stringify(other && Object.entries(other).toSorted())
