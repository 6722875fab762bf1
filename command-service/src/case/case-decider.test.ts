import { CaseAttempted, CaseClosed, CaseOpened, CaseReopened, CaseUpdated } from '@shop/language/case/events'
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
  debugId: null,
  dispute: null,
  amountCents: 4998,
  code: 'REFUND_NOT_ALLOWED',
  openedAt: at,
} as const
const opened = CaseOpened({ caseId, ...facts })
const attempt = { act: 'retry', code: 'REFUND_NOT_ALLOWED', reason: '', at } as const
const attempted = CaseAttempted({ caseId, personId: 'ada', ...attempt })
const ended = { caseId, personId: 'ada', refundId: null, reason: 'Paid back by bank transfer', closedAt: at }
const closed = CaseClosed({ ...ended, outcome: 'closed' })
const close = { type: 'Close', caseId, reason: ended.reason, at, outcome: 'closed', refundId: null } as const
const settle = { type: 'Settle', caseId, outcome: 'refunded', refundId: 'ref-1', at } as const
const settled = CaseClosed({ ...ended, outcome: 'refunded', refundId: 'ref-1', reason: '' })

const open = { type: 'Open', caseId, facts, times: 1 } as const
const newsOf = (changed: object) => {
  const { amountCents, code, debugId, dispute, openedAt: at } = { ...facts, ...changed }
  return { caseId, amountCents, code, debugId, dispute, at, times: 2 }
}

test('a case is opened once, even after it is closed', () => {
  given().when(open).thenEvents(opened)
  given(opened).when(open).thenNothing()
  given(opened, closed).when(open).thenNothing()
  given(opened, closed)
    .when({ ...open, facts: { ...facts, code: 'OTHER' } })
    .thenNothing()
})

test('the reason of a pending refund becomes the case’s reason only if the refund is made', () => {
  const accepted = { act: 'refund', code: 'REFUND_PENDING', reason: 'Nobody bought anything', at } as const
  const pending = CaseAttempted({ caseId, personId: 'ada', ...accepted })
  given(opened).when({ type: 'NoteAttempt', caseId, attempt: accepted }).thenEvents(pending)
  given(opened, pending, attempted)
    .when(settle)
    .thenEvents(CaseClosed({ ...ended, outcome: 'refunded', refundId: 'ref-1', reason: accepted.reason }))
  given(opened, pending)
    .when({ ...settle, outcome: 'settled', refundId: null })
    .thenEvents(CaseClosed({ ...ended, outcome: 'settled', reason: '' }))
})

test('an open case records the newest reason and amount, and the debug id of the provider’s answer', () => {
  for (const changed of [
    { code: 'REFUND_TIME_LIMIT_EXCEEDED', debugId: 'f1' },
    { amountCents: 1000 },
    { code: 'REFUND_TIME_LIMIT_EXCEEDED', openedAt: '2026-01-01T00:00:01.000Z' },
  ]) {
    const updated = CaseUpdated(newsOf(changed))
    given(opened)
      .when({ ...open, facts: { ...facts, ...changed } })
      .thenEvents(updated)
    given(opened, updated)
      .when({ ...open, facts: { ...facts, ...changed } })
      .thenNothing()
  }
})

test('a new debug id of the same answer is recorded once an hour', () => {
  const again = (openedAt: string) => ({ ...open, facts: { ...facts, debugId: 'f2', openedAt } })
  given(opened).when(again('2026-01-01T00:59:59.000Z')).thenNothing()
  given(opened)
    .when(again('2026-01-01T01:00:00.000Z'))
    .thenEvents(CaseUpdated(newsOf({ debugId: 'f2', openedAt: '2026-01-01T01:00:00.000Z' })))
})

const collecting = { ...facts, kind: 'payments-refused', code: 'PAYEE_ACCOUNT_RESTRICTED' } as const
const collected = CaseOpened({ caseId, ...collecting })
const counted = (times: number, changed = {}) => CaseUpdated({ ...newsOf({ ...collecting, ...changed }), times })

test('a collecting case records the same reason once an hour, and when its count has doubled', () => {
  const again = (times: number, changed = {}) => ({ ...open, times, facts: { ...collecting, ...changed } })
  given(collected).when(again(1)).thenEvents(counted(2))
  given(collected, counted(4)).when(again(3)).thenNothing()
  given(collected, counted(4)).when(again(4)).thenEvents(counted(8))
  const later = { openedAt: '2026-01-01T01:00:00.000Z' }
  given(collected, counted(4)).when(again(1, later)).thenEvents(counted(5, later))
})

test('a collecting case records a new reason at once, and each of two alternating reasons once an hour', () => {
  const other = { code: 'NOT_AUTHORIZED', debugId: 'f3' }
  const once = { ...open, facts: { ...collecting, ...other } }
  given(collected, counted(4)).when(once).thenEvents(counted(5, other))
  const alternating = [collected, counted(4), counted(5, other), counted(6, other)] as const
  given(...alternating)
    .when({ ...open, facts: collecting })
    .thenNothing()
  given(...alternating)
    .when(once)
    .thenNothing()
})

test('a collecting case reopens with a new count when its problem happens again, even if an admin has closed it', () => {
  const again = { ...open, facts: { ...collecting, openedAt: '2026-01-01T00:00:02.000Z' } }
  for (const outcome of ['closed', 'settled'] as const) {
    const end = CaseClosed({ ...ended, outcome })
    const reopened = CaseReopened({ ...newsOf(again.facts), times: 1 })
    given(collected, counted(4), end).when(again).thenEvents(reopened)
    given(collected, counted(4), end, reopened)
      .when(settle)
      .thenEvents(CaseClosed({ ...ended, outcome: 'refunded', refundId: 'ref-1', reason: '' }))
  }
})

const dispute = { status: 'OPEN', stage: 'INQUIRY', dueAt: null, outcome: null, changedAt: '2026-01-02T00:00:00.000Z' }
const escalated = {
  ...dispute,
  status: 'WAITING_FOR_SELLER_RESPONSE',
  stage: 'CHARGEBACK',
  dueAt: '2026-01-12T00:00:00.000Z',
  changedAt: '2026-01-03T00:00:00.000Z',
}
const disputed = CaseOpened({ caseId, ...facts, kind: 'dispute', dispute })
const disputeNow = (now: typeof dispute | typeof escalated) =>
  ({ ...open, facts: { ...facts, kind: 'dispute', dispute: now } }) as const

test('a dispute that goes on changes its open case or reopens its closed case; an older report changes nothing', () => {
  const news = newsOf({ dispute: escalated })
  given(disputed).when(disputeNow(escalated)).thenEvents(CaseUpdated(news))
  given(disputed, closed)
    .when(disputeNow(escalated))
    .thenEvents(CaseReopened({ ...news, times: 1 }))
  given(disputed, CaseUpdated(news)).when(disputeNow(dispute)).thenNothing()
  given(disputed, CaseUpdated(news), closed).when(disputeNow(dispute)).thenNothing()
  const over = { ...escalated, status: 'RESOLVED' }
  const ends = CaseUpdated({ ...newsOf({ dispute: over }), times: 1 })
  given(disputed, closed).when(disputeNow(over)).thenEvents(ends)
  given(disputed, closed, ends).when(disputeNow(over)).thenNothing()
  given(disputed, closed, ends)
    .when(disputeNow({ ...escalated, changedAt: '2026-01-02T12:00:00.000Z' }))
    .thenNothing()
  const same = { ...dispute, changedAt: escalated.changedAt }
  const known = CaseUpdated({ ...newsOf({ dispute: same }), times: 1 })
  given(disputed, closed).when(disputeNow(same)).thenEvents(known)
  given(disputed, closed, known).when(disputeNow(same)).thenNothing()
})

test('the case of a dispute that the buyer has won closes as lost', () => {
  given(disputed)
    .when({ ...settle, outcome: 'lost', refundId: null })
    .thenEvents(CaseClosed({ ...ended, outcome: 'lost', reason: '' }))
})

test('an admin closes a case once, with a reason that is sealed with the customer’s key', () => {
  given(opened).when(close).thenEvents(closed)
  given(opened, closed).when(close).thenRefused('CONFLICT')
})

test('the reason for a case of an unknown customer is sealed with the case’s own key', () => {
  const unknown = CaseOpened({ caseId, ...facts, customerId: null })
  given(unknown)
    .when(close)
    .thenEvents(CaseClosed({ ...closed.data, personId: caseId }))
})

test('a failed try is recorded while the case is open', () => {
  given(opened).when({ type: 'NoteAttempt', caseId, attempt }).thenEvents(attempted)
  given(opened, closed).when({ type: 'NoteAttempt', caseId, attempt }).thenRefused('CONFLICT')
})

test('a success settles an open case, and changes nothing about a closed or unknown case', () => {
  given(opened, attempted).when(settle).thenEvents(settled)
  given(opened, closed).when(settle).thenNothing()
  given().when(settle).thenNothing()
})

test('an unknown case can neither be closed nor be retried', () => {
  given().when(close).thenRefused('NOT_FOUND')
  given().when({ type: 'NoteAttempt', caseId, attempt }).thenRefused('NOT_FOUND')
})

test('a command on a case that is handled twice happens once', async () => {
  const commands: fc.Arbitrary<CaseCommand> = fc.constantFrom<CaseCommand>(
    open,
    { ...open, facts: { ...facts, code: 'OTHER' } },
    { type: 'NoteAttempt', caseId, attempt },
    close,
    settle,
  )
  await aRetryChangesNothing(caseDecider, commands)
})
