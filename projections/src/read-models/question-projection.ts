import { type QuestionDocument, questionId, questions } from '@shop/language/question/document'
import { insert, type Projection, update, updateWhere, whenErased } from '../projection.ts'

export const questionProjection: Projection<QuestionDocument> = {
  into: questions,
  failure: 'park',
  on: {
    QuestionKept: ({ data: { keyName: _, formerName: __, ...data } }) =>
      newVersion({ ...data, kind: 'question', rule: null, goneWith: '' }),
    RuleKept: ({ data: { keyName: _, formerName: __, ...data } }) =>
      newVersion({ ...data, kind: 'rule', sql: null, parameters: null, goneWith: '' }),
    QuestionSaved: ({ data }) => newVersion({ ...data, kind: 'question', rule: null, goneWith: data.authorId }),
    // The documents stay, because a later question under the old name continues the version numbers.
    QuestionRenamed: ({ data: { name, newName } }) =>
      updateWhere<QuestionDocument>('name', name, (one) => ({ ...one, isNewest: false, renamedTo: newName })),
    QuestionDeleted: ({ data: { name } }) =>
      updateWhere<QuestionDocument>('name', name, ({ renamedTo: _, ...one }) => ({ ...one, isNewest: false })),
    ...whenErased<QuestionDocument>('goneWith', (one) => ({ ...one, sql: null, parameters: null })),
  },
}

function newVersion(data: Omit<QuestionDocument, '_id' | 'isNewest'>) {
  const { name, savedVersion } = data
  const _id = questionId(name, savedVersion)
  return [
    update<QuestionDocument>(questionId(name, savedVersion - 1), (before) => ({ ...before, isNewest: false })),
    insert<QuestionDocument>(_id, { ...data, _id, isNewest: true }),
  ]
}
