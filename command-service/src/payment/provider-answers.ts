import type { LeftOut } from './payment-provider.ts'

/*
 * TABLE: the meaning of each documented answer of PayPal except success (decisions M13 and decisions M14), by call, status and issue. The
 * sources are PayPal's documents about Orders v2 and Payments v2, and RFC 6749 §5.2 (the token call). Only this file decides what the
 * status or the issue of an answer means.
 */

export type ProviderCall =
  | 'token'
  | 'payee'
  | 'create'
  | 'look up'
  | 'capture'
  | 'refund'
  | 'look up refund'
  | 'webhooks'

/**
 * `refused`: PayPal has decided, and moved no money. `not carried out`: PayPal did not act, for a reason that has nothing to do with this
 * payment. `unknown`: PayPal may have acted, or may still be acting. `done`: PayPal had acted before this request.
 */
export type Meaning = 'refused' | 'not carried out' | 'unknown' | 'done'

export type Words = 'refused' | 'declined' | 'one more step'

export type Verdict = Readonly<{
  meaning: Meaning
  /** Whether the same order or refund can still succeed later. If not, the next try needs a new order or refund. */
  mayStillSucceed: boolean
  words: Words
  /** Whether only the merchant can remove the cause. If so, a failed payment opens a `payments-refused` case (decisions M18). */
  isForMerchant: boolean
}>

type Row = readonly [call: ProviderCall, status: number | '4xx', issues: string, verdict: Verdict]

const refused: Verdict = { meaning: 'refused', mayStillSucceed: false, words: 'refused', isForMerchant: false }
/** The buyer may try the same order again with another card. */
const declined: Verdict = { ...refused, mayStillSucceed: true, words: 'declined' }
/** The buyer may continue with the same order in the provider's window. */
const oneMoreStep: Verdict = { ...declined, words: 'one more step' }
const refusedToMerchant: Verdict = { ...refused, isForMerchant: true }
const notCarriedOut: Verdict = { ...refused, meaning: 'not carried out', mayStillSucceed: true, isForMerchant: true }
const unknown: Verdict = { ...refused, meaning: 'unknown', mayStillSucceed: true }
const done: Verdict = { ...unknown, meaning: 'done' }

const OF_THE_MERCHANT = `AUTH_CAPTURE_NOT_ENABLED CURRENCY_NOT_SUPPORTED_FOR_COUNTRY NOT_ENABLED_FOR_CARD_PROCESSING
  NOT_ENABLED_FOR_BANK_PROCESSING PAYEE_ACCOUNT_INVALID PAYEE_ACCOUNT_LOCKED_OR_CLOSED PAYEE_ACCOUNT_NOT_VERIFIED PAYEE_ACCOUNT_RESTRICTED
  PAYEE_BLOCKED_TRANSACTION PAYEE_NOT_ENABLED_FOR_BANK_PROCESSING PAYEE_NOT_ENABLED_FOR_CARD_PROCESSING
  PERMISSION_DENIED SETUP_ERROR_FOR_BANK TRANSACTION_BLOCKED_BY_PAYEE TRANSACTION_RECEIVING_LIMIT_EXCEEDED`

const OF_THE_BUYER = `ALIAS_DECLINED_BY_PROCESSOR BILLING_ADDRESS_INVALID CARD_EXPIRED COMPLIANCE_VIOLATION
  DOMESTIC_TRANSACTION_REQUIRED INSTRUMENT_DECLINED MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED PAYER_ACCOUNT_LOCKED_OR_CLOSED
  PAYER_ACCOUNT_RESTRICTED PAYER_CANNOT_PAY PAYMENT_SOURCE_CANNOT_BE_USED PAYMENT_SOURCE_DECLINED_BY_PROCESSOR
  PAYMENT_SOURCE_INFO_CANNOT_BE_VERIFIED TRANSACTION_LIMIT_EXCEEDED TRANSACTION_REFUSED`

const OF_THE_ADDRESS = `CITY_REQUIRED INVALID_COUNTRY_CODE POSTAL_CODE_REQUIRED SHIPPING_ADDRESS_INVALID`
/** Issues of the lines, or of a text in the lines or in the address. */
const OF_THE_LINES = `AMOUNT_MISMATCH CANNOT_BE_NEGATIVE DECIMAL_PRECISION INVALID_PARAMETER_SYNTAX INVALID_PARAMETER_VALUE
  INVALID_STRING_LENGTH ITEM_TOTAL_MISMATCH ITEM_TOTAL_REQUIRED MALFORMED_REQUEST_JSON MISSING_REQUIRED_PARAMETER`

/** What the next try to create an order leaves out after refusals with these issues (decisions M16). */
export function leftOutAfter(issues: readonly string[]): LeftOut | undefined {
  const isOf = (list: string) => issues.some((issue) => list.split(/\s+/).includes(issue))
  if (isOf(OF_THE_LINES)) return 'the address and the lines'
  return isOf(OF_THE_ADDRESS) ? 'the address' : undefined
}

/** The first matching row decides. `*` matches every issue. An answer without a row is unknown. */
const answers: readonly Row[] = [
  ['capture', 422, 'INSTRUMENT_DECLINED', declined],
  ['capture', 422, 'ORDER_NOT_APPROVED PAYER_ACTION_REQUIRED', oneMoreStep],
  // Only this payment has its invoice id, so PayPal has captured it before.
  ['capture', 422, 'DUPLICATE_INVOICE_ID ORDER_ALREADY_CAPTURED', done],
  ['capture', 422, 'ORDER_COMPLETION_IN_PROGRESS', unknown],
  ['capture', 422, OF_THE_MERCHANT, refusedToMerchant],
  ['capture', 422, '*', refused],
  ['create', 422, `${OF_THE_BUYER} ${OF_THE_ADDRESS}`, refused],
  // Any other issue is about the merchant's account or the request itself, and would stop every buyer.
  ['create', 422, '*', refusedToMerchant],
  ['refund', 422, 'CAPTURE_FULLY_REFUNDED', done],
  ['refund', 422, '*', refused],
  ['create', 404, '*', notCarriedOut],
  ['capture', 404, '*', refused],
  ['look up', 404, '*', refused],
  ['refund', 404, '*', refused],
  ['look up refund', 404, '*', refused],
  ...(['token', 'payee', 'create', 'look up', 'capture', 'refund', 'look up refund'] as const).flatMap(
    (call): readonly Row[] => [
      // PREVIOUS_REQUEST_IN_PROGRESS: PayPal is still working on another request with the same id.
      [call, 409, '*', unknown],
      // A proxy sends these answers, which do not say what PayPal has done.
      [call, 408, '*', unknown],
      [call, 425, '*', unknown],
      [call, '4xx', '*', notCarriedOut],
    ],
  ),
]

/** The meaning of an answer with a status of 400 or more. `issue` is the issue of the answer's first detail, otherwise the error's name. */
export function verdictOn(call: ProviderCall, status: number, issue: string): Verdict {
  const row = answers.find(
    ([ofCall, ofStatus, issues]) =>
      ofCall === call &&
      (ofStatus === status || (ofStatus === '4xx' && status >= 400 && status < 500)) &&
      (issues === '*' || issues.split(/\s+/).includes(issue)),
  )
  return row?.[3] ?? unknown
}

/** The key of the message to the buyer about a capture that was refused with this issue. */
export const wordsOn = (issue: string): Words => verdictOn('capture', 422, issue).words
