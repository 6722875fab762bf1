import { QuestionMailDue, QuestionSubscribed, QuestionUnsubscribed } from '@shop/language/question/mail-events'
import fc from 'fast-check'
import { test } from 'vitest'
import { specOf } from '../spec.ts'
import { aRetryChangesNothing } from '../test-support/retries.ts'
import { type SubscribersCommand, subscribersDecider } from './subscribers-decider.ts'

const { given } = specOf(subscribersDecider)
const [FIRST, SECOND, THIRD] = ['2026-11-23T08:00:00.000Z', '2026-11-30T08:00:00.000Z', '2026-12-07T08:00:00.000Z']
const AT = '2026-11-20T12:00:00.000Z'
const name = 'by-day'
const subscribed = (accountId = 'noor', dueAt = FIRST) =>
  QuestionSubscribed({ name, accountId, dueAt, subscribedAt: AT })
const ended = (accountId = 'noor') => QuestionUnsubscribed({ name, accountId, endedAt: AT })
const send = (at: string, monday: string, nextAt: string): SubscribersCommand => ({
  type: 'Send',
  name,
  accountId: 'noor',
  at,
  monday,
  nextAt,
})

test('an analyst subscribes and unsubscribes once', () => {
  const subscribe: SubscribersCommand = { type: 'Subscribe', name, accountId: 'noor', dueAt: FIRST, at: AT }
  const unsubscribe: SubscribersCommand = { type: 'Unsubscribe', name, accountId: 'noor', at: AT }
  given().when(subscribe).thenEvents(subscribed())
  given(subscribed()).when(subscribe).thenNothing()
  given(subscribed()).when(unsubscribe).thenEvents(ended())
  given(subscribed(), ended()).when(unsubscribe).thenNothing()
})

test('a mail is due once on each Monday, and not before', () => {
  const due = QuestionMailDue({ name, accountId: 'noor', dueAt: FIRST, nextAt: SECOND })
  given(subscribed())
    .when(send(AT, '2026-11-16T08:00:00.000Z', FIRST))
    .thenNothing()
  given(subscribed())
    .when(send(FIRST, FIRST, SECOND))
    .thenEvents(due)
  given(subscribed(), due)
    .when(send('2026-11-23T08:10:00.000Z', FIRST, SECOND))
    .thenNothing()
  given(subscribed(), due)
    .when(send(SECOND, SECOND, THIRD))
    .thenEvents(QuestionMailDue({ name, accountId: 'noor', dueAt: SECOND, nextAt: THIRD }))
})

test('of several missed Mondays, only the last one gets a mail', () => {
  given(subscribed())
    .when(send('2026-12-01T00:00:00.000Z', SECOND, THIRD))
    .thenEvents(QuestionMailDue({ name, accountId: 'noor', dueAt: SECOND, nextAt: THIRD }))
})

test('an analyst who unsubscribed gets no mail', () => {
  given(subscribed(), ended())
    .when(send(FIRST, FIRST, SECOND))
    .thenNothing()
})

test('subscribers follow a renamed question, and a deleted question has none', () => {
  given(subscribed('ada', SECOND))
    .when({ type: 'TakeOver', name, subscribers: { noor: FIRST, ada: FIRST }, at: AT })
    .thenEvents(subscribed())
  given(subscribed(), subscribed('ada')).when({ type: 'End', name, at: AT }).thenEvents(ended(), ended('ada'))
})

test('a command that is handled twice changes the subscribers once', () => {
  const accountId = fc.constantFrom('noor', 'ada')
  const command: fc.Arbitrary<SubscribersCommand> = fc.oneof(
    accountId.map((id) => ({ type: 'Subscribe' as const, name, accountId: id, dueAt: FIRST, at: AT })),
    accountId.map((id) => ({ type: 'Unsubscribe' as const, name, accountId: id, at: AT })),
    fc.constantFrom(send(FIRST, FIRST, SECOND), send(SECOND, SECOND, THIRD)),
    fc.constant({ type: 'End' as const, name, at: AT }),
  )
  aRetryChangesNothing(subscribersDecider, command)
})
