import { CaseAttempted, CaseClosed, CaseOpened } from '@shop/language/events/case-events'
import fc from 'fast-check'
import { test } from 'vitest'
import { specOf } from '../spec.ts'
import { aRetryChangesNothing } from '../test-support/retries.ts'
import { type CaseCommand, caseDecider } from './case-decider.ts'

const { given } = specOf(caseDecider)
const [caseId, at] = ['case-1', '2026-01-01T00:00:00.000Z']
const facts = {
  kind: 'refund-refused',
  customerId: 'ada',
  checkoutId: 'chk-1',
  orderId: null,
  providerOrderId: null,
  captureId: 'cap-1',
  refundId: null,
  disputeId: null,
  amountCents: 4998,
  code: 'REFUND_NOT_ALLOWED',
  openedAt: at,
} as const
const opened = CaseOpened({ caseId, ...facts })
const attempt = { act: 'retry', code: 'REFUND_NOT_ALLOWED', at } as const
const attempted = CaseAttempted({ caseId, ...attempt })
const ended = { caseId, personId: 'ada', refundId: null, reason: 'Paid back by bank transfer', closedAt: at }
const closed = CaseClosed({ ...ended, outcome: 'closed' })
const close = { type: 'Close', caseId, reason: ended.reason, at, outcome: 'closed', refundId: null } as const
const settle = { type: 'Settle', caseId, outcome: 'refunded', refundId: 'ref-1', at } as const
const settled = CaseClosed({ ...ended, outcome: 'refunded', refundId: 'ref-1', reason: '' })

test('a case is opened once, also after it is closed', () => {
  given().when({ type: 'Open', caseId, facts }).thenEvents(opened)
  given(opened).when({ type: 'Open', caseId, facts }).thenNothing()
  given(opened, closed).when({ type: 'Open', caseId, facts }).thenNothing()
})

test('an admin closes it with a reason, sealed with the customer’s key, once', () => {
  given(opened).when(close).thenEvents(closed)
  given(opened, closed).when(close).thenRefused('CONFLICT')
})

test('the reason for a case of an unknown customer is sealed with a key of its own', () => {
  const unknown = CaseOpened({ caseId, ...facts, customerId: null })
  given(unknown)
    .when(close)
    .thenEvents(CaseClosed({ ...closed.data, personId: caseId }))
})

test('what was tried in vain is noted while it is open', () => {
  given(opened).when({ type: 'NoteAttempt', caseId, attempt }).thenEvents(attempted)
  given(opened, closed).when({ type: 'NoteAttempt', caseId, attempt }).thenRefused('CONFLICT')
})

test('what came right settles it; there is nothing to settle in a closed or unknown one', () => {
  given(opened, attempted).when(settle).thenEvents(settled)
  given(opened, closed).when(settle).thenNothing()
  given().when(settle).thenNothing()
})

test('an unknown case can be neither closed nor tried again', () => {
  given().when(close).thenRefused('NOT_FOUND')
  given().when({ type: 'NoteAttempt', caseId, attempt }).thenRefused('NOT_FOUND')
})

test('a command on a case that is handled twice happens once', async () => {
  const commands: fc.Arbitrary<CaseCommand> = fc.constantFrom<CaseCommand>(
    { type: 'Open', caseId, facts },
    { type: 'NoteAttempt', caseId, attempt },
    close,
    settle,
  )
  await aRetryChangesNothing(caseDecider, commands)
})
