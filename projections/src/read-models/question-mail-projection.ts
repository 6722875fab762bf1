import { type QuestionMailDocument, questionMailId, questionMails } from '@shop/language/question/mail-document'
import { insert, type Projection, remove, update, updateWhere } from '../projection.ts'

export const questionMailProjection: Projection<QuestionMailDocument> = {
  into: questionMails,
  failure: 'park',
  on: {
    QuestionSubscribed({ data: { name, accountId, dueAt } }) {
      const _id = questionMailId(name, accountId)
      return insert<QuestionMailDocument>(_id, { _id, name, accountId, dueAt })
    },
    QuestionMailDue: ({ data: { name, accountId, nextAt: dueAt } }) =>
      update<QuestionMailDocument>(questionMailId(name, accountId), (before) => ({ ...before, dueAt })),
    QuestionUnsubscribed: ({ data: { name, accountId } }) => remove(questionMailId(name, accountId)),
    AccountErased: ({ data }) => updateWhere<QuestionMailDocument>('accountId', data.accountId, () => undefined),
  },
}
