import { ShopError } from '@shop/language/errors'
import {
  QUESTIONS_KEY,
  QuestionDeleted,
  type QuestionEvent,
  QuestionKept,
  QuestionRenamed,
  type QuestionSaved,
} from '@shop/language/question/events'
import type { Decider } from '../handler/decider.ts'

type Saved = ReturnType<typeof QuestionSaved>['data']
/** A question is listed from its first save until it is renamed or deleted. */
export type Question = Omit<Saved, 'name'> &
  Readonly<{
    isListed: boolean
    /** Whether the text survives the erasure of its author. False for a text that an earlier release saved. */
    isKept: boolean
  }>

/** `TakeName` saves a question under a new name. `Rename` then ends its old name. */
export type QuestionCommand =
  | ({ type: 'Save' | 'TakeName' } & Omit<Saved, 'savedVersion'>)
  | ({ type: 'Rename' } & ReturnType<typeof QuestionRenamed>['data'])
  | ({ type: 'Delete' } & ReturnType<typeof QuestionDeleted>['data'])

/** Saving an unchanged question makes no new version, unless its text would be erased with its author. */
export const questionDecider: Decider<Question, QuestionCommand, QuestionEvent> = {
  initialState: {
    savedVersion: 0,
    authorId: '',
    sql: null,
    parameters: null,
    savedAt: '',
    isListed: false,
    isKept: false,
  },

  evolve(state, { type, data }) {
    if (type === 'QuestionRenamed' || type === 'QuestionDeleted') return { ...state, isListed: false }
    const { savedVersion, authorId, sql, parameters, savedAt } = data
    return { savedVersion, authorId, sql, parameters, savedAt, isListed: true, isKept: type === 'QuestionKept' }
  },

  decide(command, { savedVersion, sql, parameters, isListed, isKept }) {
    switch (command.type) {
      case 'Save':
      case 'TakeName': {
        const { type, ...saved } = command
        const isUnchanged = isSame(saved.parameters, parameters) && saved.sql === sql
        if (isListed && isUnchanged && (isKept || type === 'TakeName')) return []
        if (isListed && type === 'TakeName') throw new ShopError('CONFLICT', 'Another question has this name')
        return [QuestionKept({ ...saved, savedVersion: savedVersion + 1, keyName: QUESTIONS_KEY })]
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
