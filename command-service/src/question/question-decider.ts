import { ShopError } from '@shop/language/errors'
import {
  QUESTIONS_KEY,
  QuestionDeleted,
  type QuestionEvent,
  QuestionKept,
  QuestionRenamed,
  RuleKept,
} from '@shop/language/question/events'
import type { Saved } from '@shop/language/question/view'
import type { Decider } from '../handler/decider.ts'

/** A saved question or rule. It is listed from its first save until it is renamed or deleted. */
export type Question = Omit<Saved, 'name'> &
  Readonly<{
    isListed: boolean
    /** Whether the text survives the erasure of its author. False for a text that an earlier release saved. */
    isKept: boolean
  }>

/** `TakeName` saves a question under a new name. `Rename` then ends the old name. */
export type QuestionCommand =
  | ({ type: 'Save' | 'TakeName'; formerName?: string } & Omit<Saved, 'savedVersion'>)
  | ({ type: 'Rename' } & ReturnType<typeof QuestionRenamed>['data'])
  | ({ type: 'Delete' } & ReturnType<typeof QuestionDeleted>['data'])

const noTexts = { sql: null, parameters: null, rule: null }

/** Saving an unchanged question makes no new version, unless its text would be erased with its author. */
export const questionDecider: Decider<Question, QuestionCommand, QuestionEvent> = {
  initialState: {
    kind: 'question',
    savedVersion: 0,
    authorId: '',
    ...noTexts,
    savedAt: '',
    isListed: false,
    isKept: false,
  },

  evolve(state, { type, data }) {
    if (type === 'QuestionRenamed' || type === 'QuestionDeleted') return { ...state, isListed: false }
    const { savedVersion, authorId, savedAt } = data
    const version = { savedVersion, authorId, savedAt, isListed: true, isKept: type !== 'QuestionSaved' }
    if (type === 'RuleKept') return { ...version, kind: 'rule', ...noTexts, rule: data.rule }
    return { ...version, kind: 'question', ...noTexts, sql: data.sql, parameters: data.parameters }
  },

  decide(command, state) {
    const { savedVersion, isListed } = state
    switch (command.type) {
      case 'Save':
      case 'TakeName': {
        const { type, kind, sql, parameters, rule, ...saved } = command
        if (isListed && isSame(command, state) && (state.isKept || type === 'TakeName')) return []
        if (isListed && (type === 'TakeName' || kind !== state.kind))
          throw new ShopError('CONFLICT', `Another ${state.kind} has this name`)
        const version = { ...saved, savedVersion: savedVersion + 1, keyName: QUESTIONS_KEY }
        return [kind === 'rule' ? RuleKept({ ...version, rule }) : QuestionKept({ ...version, sql, parameters })]
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

const isSame = (one: Texts, other: Texts) => plain(one) === plain(other)

type Texts = Pick<Saved, 'sql' | 'parameters' | 'rule'>
const plain = ({ sql, parameters, rule }: Texts) =>
  JSON.stringify([
    sql,
    parameters && Object.entries(parameters).toSorted(),
    rule && [rule.reducer, rule.against, rule.types, rule.from],
  ])
