import { ShopError } from '@shop/language/errors'
import { QuestionDeleted, type QuestionEvent, QuestionRenamed, QuestionSaved } from '@shop/language/question/events'
import type { Decider } from '../handler/decider.ts'

type Saved = ReturnType<typeof QuestionSaved>['data']
/** The question under one name, as it was last saved. It is listed from its first save until it is renamed or deleted. */
export type Question = Omit<Saved, 'name'> & Readonly<{ isListed: boolean }>

/** `TakeName` saves a question that had another name. */
export type QuestionCommand =
  | ({ type: 'Save' | 'TakeName' } & Omit<Saved, 'savedVersion'>)
  | ({ type: 'Rename' } & ReturnType<typeof QuestionRenamed>['data'])
  | ({ type: 'Delete' } & ReturnType<typeof QuestionDeleted>['data'])

/** The versions of a question under one name. Saving a question unchanged makes no new version. */
export const questionDecider: Decider<Question, QuestionCommand, QuestionEvent> = {
  initialState: { savedVersion: 0, authorId: '', sql: null, parameters: null, savedAt: '', isListed: false },

  evolve(state, { type, data }) {
    if (type !== 'QuestionSaved') return { ...state, isListed: false }
    const { name: _name, ...saved } = data
    return { ...saved, isListed: true }
  },

  decide(command, { savedVersion, sql, parameters, isListed }) {
    switch (command.type) {
      case 'Save':
      case 'TakeName': {
        const { type, ...saved } = command
        if (isListed && isSame(saved.parameters, parameters) && saved.sql === sql) return []
        if (isListed && type === 'TakeName') throw new ShopError('CONFLICT', 'Another question has this name')
        return [QuestionSaved({ ...saved, savedVersion: savedVersion + 1 })]
      }
      case 'Rename': {
        const { type: _, ...renamed } = command
        if (!isListed) throw noSuchQuestion()
        return [QuestionRenamed(renamed)]
      }
      case 'Delete': {
        const { type: _, ...deleted } = command
        if (!isListed) throw noSuchQuestion()
        return [QuestionDeleted(deleted)]
      }
    }
  },
}

export const noSuchQuestion = () => new ShopError('NOT_FOUND', 'There is no such question')

type Parameters = Question['parameters']
const isSame = (one: Parameters, other: Parameters) =>
  JSON.stringify(one && Object.entries(one).toSorted()) === JSON.stringify(other && Object.entries(other).toSorted())
