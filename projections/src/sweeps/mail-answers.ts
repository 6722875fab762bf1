import { type QuestionMailDocument, questionMails } from '@shop/language/question/mail-document'
import { idFrom } from '@shop/language/values/id-from'
import type { Sweep } from '../sweep.ts'

/** The command moves the subscription to the next Monday. */
export const mailAnswers: Sweep<QuestionMailDocument> = {
  over: questionMails,
  due: (nowMs) => ({
    between: { dueAt: { to: new Date(nowMs).toISOString() } },
    sortBy: { field: 'dueAt' },
  }),
  jobOf: ({ name, accountId, dueAt }) => ({
    id: idFrom('mail-answer', name, accountId, dueAt),
    command: { type: 'MailAnswer', name, accountId },
  }),
}
