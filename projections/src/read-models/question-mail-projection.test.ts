import { AccountErased } from '@shop/language/account/events'
import { QuestionMailDue, QuestionSubscribed, QuestionUnsubscribed } from '@shop/language/question/mail-events'
import { expect, test } from 'vitest'
import { documentsAfter } from '../spec.ts'
import { questionMailProjection } from './question-mail-projection.ts'

const who = { name: 'by-day', accountId: 'noor' }
const subscribed = QuestionSubscribed({ ...who, dueAt: 'first', subscribedAt: '' })

test('a subscription has its next Monday until it ends', () => {
  const due = QuestionMailDue({ ...who, dueAt: 'first', nextAt: 'second' })
  expect(documentsAfter(questionMailProjection, subscribed, due)).toEqual({
    'by-day/noor': { _id: 'by-day/noor', ...who, dueAt: 'second' },
  })
  expect(documentsAfter(questionMailProjection, subscribed, QuestionUnsubscribed({ ...who, endedAt: '' }))).toEqual({})
})

test('the subscriptions of an erased account are gone', () => {
  const erased = AccountErased({ accountId: 'noor', emailKey: 'k' })
  expect(documentsAfter(questionMailProjection, subscribed, erased)).toEqual({})
})
