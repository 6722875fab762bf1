import { expect, test } from 'vitest'
import { pendingWords } from './pending-words.ts'

/**
 * The documented values of `capture_status_details.reason`: the values of PayPal's Payments v2, and newer values from PayPal's web pages.
 */
const documented = [
  'BUYER_COMPLAINT',
  'CHARGEBACK',
  'ECHECK',
  'INTERNATIONAL_WITHDRAWAL',
  'OTHER',
  'PENDING_REVIEW',
  'RECEIVING_PREFERENCE_MANDATES_MANUAL_ACTION',
  'REFUNDED',
  'TRANSACTION_APPROVED_AWAITING_FUNDING',
  'UNILATERAL',
  'VERIFICATION_REQUIRED',
  'DECLINED_BY_RISK_FRAUD_FILTERS',
]

test.each(documented)('%s has words that say what the merchant must do', (reason) => {
  const { short, what } = pendingWords(reason)
  expect(`${short} ${what}`).not.toContain(reason)
  expect(what.length).toBeGreaterThan(20)
})

test('if PayPal refunds a payment when the merchant does nothing, the words ask the merchant to act', () => {
  for (const reason of ['RECEIVING_PREFERENCE_MANDATES_MANUAL_ACTION', 'UNILATERAL', 'VERIFICATION_REQUIRED'])
    expect(pendingWords(reason)).toMatchObject({
      isYours: true,
      what: expect.stringContaining('or PayPal refunds'),
    })
  expect(pendingWords('PENDING_REVIEW').isYours).toBe(false)
})

test('an unknown reason is shown with its PayPal name, and a missing reason as undecided', () => {
  expect(pendingWords('SOMETHING_NEW').short).toBe('SOMETHING_NEW')
  expect(pendingWords(undefined).short).toBe('PayPal has not decided')
})
