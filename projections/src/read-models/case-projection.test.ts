import { AccountErased } from '@shop/language/account/events'
import { CaseAttempted, CaseClosed, CaseOpened, CaseReopened, CaseUpdated } from '@shop/language/case/events'
import { expect, test } from 'vitest'
import { documentsAfter } from '../spec.ts'
import { caseProjection } from './case-projection.ts'

const [caseId, at] = ['case-1', '2026-01-02T00:00:00.000Z']
const opened = CaseOpened({
  caseId,
  kind: 'refund-refused',
  customerId: 'ada',
  checkoutId: 'chk-1',
  orderId: null,
  providerOrderId: null,
  captureId: '3C679366HH908993F',
  refundId: null,
  disputeId: null,
  debugId: null,
  dispute: null,
  amountCents: 4998,
  code: 'REFUND_NOT_ALLOWED',
  openedAt: at,
})
const closed = CaseClosed({
  caseId,
  personId: 'ada',
  outcome: 'closed',
  refundId: null,
  reason: 'Paid back by bank transfer',
  closedAt: '2026-01-03T00:00:00.000Z',
})

test('an open case is found by its ids and its code, and is listed before closed cases', () => {
  const before = documentsAfter(caseProjection, opened)[caseId]
  expect(before).toMatchObject({ isOpen: true, amountCents: 4998, attempts: 0, outcome: null })
  expect(before?.tokens).toEqual(expect.arrayContaining(['3c679366hh908993f', 'refund', 'chk']))
  const after = documentsAfter(caseProjection, opened, closed)[caseId]
  expect(after).toMatchObject({ isOpen: false, outcome: 'closed', reason: 'Paid back by bank transfer' })
  expect((before?.standing ?? '') > (after?.standing ?? '')).toBe(true)
})

test('failed attempts are counted', () => {
  const attempt = CaseAttempted({
    caseId,
    personId: 'ada',
    act: 'retry',
    code: 'REFUND_TIME_LIMIT_EXCEEDED',
    reason: '',
    at,
  })
  expect(documentsAfter(caseProjection, opened, attempt, attempt)[caseId]).toMatchObject({
    attempts: 2,
    lastAttempt: { at, act: 'retry', code: 'REFUND_TIME_LIMIT_EXCEEDED' },
  })
})

const news = {
  caseId,
  amountCents: 4000,
  code: 'REFUND_TIME_LIMIT_EXCEEDED',
  debugId: 'f8e0b5a1c2d3e',
  dispute: null,
  times: 3,
  at: '2026-01-04T00:00:00.000Z',
}

test('a case shows its newest reason, and a search finds it by that reason', () => {
  const found = documentsAfter(caseProjection, opened, CaseUpdated(news))[caseId]
  const { caseId: _, at: updatedAt, ...shown } = news
  expect(found).toMatchObject({ ...shown, isOpen: true, updatedAt, openedAt: at })
  expect(found?.tokens).toEqual(expect.arrayContaining(['f8e0b5a1c2d3e', 'exceeded', '3c679366hh908993f']))
  expect(found?.tokens).not.toContain('allowed')
})

test('a reopened case is listed among the open cases, with the time at which it was reopened', () => {
  const found = documentsAfter(caseProjection, opened, closed, CaseReopened({ ...news, times: 1 }))[caseId]
  expect(found).toMatchObject({
    isOpen: true,
    outcome: null,
    reason: null,
    closedAt: null,
    openedAt: news.at,
    times: 1,
  })
  expect(found?.standing).toBe(`open ${news.at}`)
})

test('after a customer is erased, no reason is left in their cases', () => {
  const erased = AccountErased({ accountId: 'ada', emailKey: 'key' })
  expect(documentsAfter(caseProjection, opened, closed, erased)[caseId]).toMatchObject({
    reason: null,
    code: 'REFUND_NOT_ALLOWED',
  })
})
