import { type QuestionDocument, questionId, questions } from '@shop/language/question/document'
import { insert, type Projection, update, updateWhere } from '../projection.ts'

export const questionProjection: Projection<QuestionDocument> = {
  into: questions,
  failure: 'park',
  on: {
    QuestionSaved: ({ data }) => {
      const { name, savedVersion } = data
      const _id = questionId(name, savedVersion)
      return [
        update(questionId(name, savedVersion - 1), (before) => ({ ...before, isNewest: false })),
        insert<QuestionDocument>(_id, { ...data, _id, isNewest: true }),
      ]
    },
    // The documents stay, because a later question under the old name continues its version numbers.
    QuestionRenamed: ({ data: { name, newName } }) =>
      updateWhere<QuestionDocument>('name', name, (one) => ({ ...one, isNewest: false, renamedTo: newName })),
    QuestionDeleted: ({ data: { name } }) =>
      updateWhere<QuestionDocument>('name', name, ({ renamedTo: _, ...one }) => ({ ...one, isNewest: false })),
    // A rebuild cannot read the texts after the key is destroyed. The live projection removes them too, so both have the same documents.
    AccountErased: ({ data }) => withoutTexts(data.accountId),
    AccountKeyDestroyed: ({ data }) => withoutTexts(data.accountId),
  },
}

const withoutTexts = (accountId: string) =>
  updateWhere<QuestionDocument>('authorId', accountId, (one) => ({ ...one, sql: null, parameters: null }))
