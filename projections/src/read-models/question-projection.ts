import { type QuestionDocument, questionId, questions } from '@shop/language/read-models/questions'
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
    // After the key is destroyed, a rebuild reads the texts as null. So it makes the same documents as the live projection.
    AccountErased: ({ data }) => withoutTexts(data.accountId),
    AccountKeyDestroyed: ({ data }) => withoutTexts(data.accountId),
  },
}

const withoutTexts = (accountId: string) =>
  updateWhere<QuestionDocument>('authorId', accountId, (one) => ({ ...one, sql: null, parameters: null }))
