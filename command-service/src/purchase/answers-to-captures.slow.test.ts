import { afterEach, describe, expect, test } from 'vitest'
import { expectFair } from '../test-support/expect-fair.ts'
import { idempotencies } from '../test-support/fake-paypal.ts'
import { documentedAnswers, named, type Way } from '../test-support/fake-paypal-answers.ts'
import { HOUR_MS, MINUTE_MS, openPaypalShop, type PaypalShop } from '../test-support/paypal-shop.ts'

/*
 * Tests every documented answer of PayPal to a capture, and every way of not answering. Each answer is tried with three kinds of
 * idempotency. PayPal gives the answer once, or for a long time. Buyers press once, again immediately, or again after four hours.
 */

let shop: PaypalShop
afterEach(async () => shop.close())

const BUSY = ['DUPLICATE_INVOICE_ID', 'ORDER_ALREADY_CAPTURED', 'ORDER_COMPLETION_IN_PROGRESS']
const documented = documentedAnswers('capture')
/** Issues that are on PayPal's web pages but not in its document of 2024. */
const lacking = [
  'CURRENCY_NOT_SUPPORTED_FOR_COUNTRY',
  'DECLINED_BY_RISK_FRAUD_FILTERS',
  'ORDER_EXPIRED',
  'PAYEE_ACCOUNT_RESTRICTED',
]

/** PayPal has decided against the payment. */
const refusals = [...documented, ...lacking.map((issue) => [422, issue] as const)]
  .filter(([status, issue]) => [404, 422].includes(status) && !BUSY.includes(issue))
  .map(([status, issue]): Way => ({ status, issue }))

/** TABLE: the issues that only the merchant can remove, according to PayPal's descriptions, and the issues of the buyer. */
const ofTheMerchant = new Set(
  `AUTH_CAPTURE_NOT_ENABLED CURRENCY_NOT_SUPPORTED_FOR_COUNTRY NOT_ENABLED_FOR_BANK_PROCESSING NOT_ENABLED_FOR_CARD_PROCESSING
  PAYEE_ACCOUNT_RESTRICTED PAYEE_BLOCKED_TRANSACTION PAYEE_NOT_ENABLED_FOR_BANK_PROCESSING PAYEE_NOT_ENABLED_FOR_CARD_PROCESSING
  SETUP_ERROR_FOR_BANK TRANSACTION_BLOCKED_BY_PAYEE TRANSACTION_RECEIVING_LIMIT_EXCEEDED`.split(/\s+/),
)
const ofTheBuyer = new Set(
  `CARD_BRAND_NOT_SUPPORTED INSTRUMENT_DECLINED MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED ORDER_EXPIRED ORDER_NOT_APPROVED
  PAYER_ACCOUNT_LOCKED_OR_CLOSED PAYER_ACCOUNT_RESTRICTED PAYER_ACTION_REQUIRED PAYER_CANNOT_PAY REDIRECT_PAYER_FOR_ALTERNATE_FUNDING
  REFERENCED_CARD_EXPIRED TRANSACTION_REFUSED`.split(/\s+/),
)

/** PayPal has not processed the payment, for a reason that has nothing to do with the payment. */
const notCarriedOut: readonly Way[] = [
  ...documented.filter(([status]) => [400, 401, 403].includes(status)).map(([status, issue]) => ({ status, issue })),
  { status: 415 },
  { status: 429, issue: 'RATE_LIMIT_REACHED' },
]

/** The answer does not say whether the money was taken. The shop learns that at the next look-up. */
const unknownOutcomes: readonly Way[] = (['never', 'first'] as const).flatMap((moves): Way[] => [
  ...[500, 502, 503, 504].map((status): Way => ({ status, moves })),
  { status: 409, issue: 'PREVIOUS_REQUEST_IN_PROGRESS', moves },
  { status: 422, issue: 'ORDER_COMPLETION_IN_PROGRESS', moves },
  { status: 503, reply: 'html', moves },
  { status: 429, reply: 'html', moves: 'never' },
  { reply: 'dropped', moves },
])
const taken: readonly Way[] = [
  { status: 422, issue: 'ORDER_ALREADY_CAPTURED', moves: 'first' },
  { status: 422, issue: 'DUPLICATE_INVOICE_ID', moves: 'first' },
  ...(['html', 'empty', 'minimal', 'bare'] as const).map((reply): Way => ({ reply, moves: 'first' })),
  { status: 409, issue: 'PREVIOUS_REQUEST_IN_PROGRESS', moves: 'later' },
  { status: 422, issue: 'ORDER_COMPLETION_IN_PROGRESS', moves: 'later' },
  { reply: 'dropped', moves: 'later' },
  { status: 500, moves: 'later' },
]

const captures = () => shop.calls('capture')
/** The shop makes fewer captures than this in four hours. */
const MOST_TRIES = 40

describe.each(idempotencies)('PayPal %s;', (idempotency) => {
  async function open(way: Way, times: number) {
    shop = await openPaypalShop(idempotency)
    shop.paypal.plan('capture', { ...way, times })
    return shop.openTab()
  }

  describe('a capture is refused, and the buyer', () => {
    test.each(named(refusals))('presses again at once: %s', async (_, way) => {
      const tab = await open(way, 1)
      await tab.press()
      expect(await tab.press()).toBe('PAID')
      await shop.world.live(10 * HOUR_MS)
      expectFair(shop, 1)
    })

    test.each(named(refusals))('presses without success, and again after four hours: %s', async (_, way) => {
      const tab = await open(way, Number.POSITIVE_INFINITY)
      await tab.press()
      await shop.world.live(MINUTE_MS)
      expect(await tab.press()).toBe('PAYMENT_NOT_VERIFIED')
      await shop.world.live(4 * HOUR_MS)
      expect(captures(), 'only the buyer captures').toHaveLength(2)
      expectFair(shop, 0)
      const { issue = '' } = way
      if (ofTheMerchant.has(issue)) expect(shop.openCases()).toEqual([`payments-refused ${issue}`])
      if (ofTheBuyer.has(issue)) expect(shop.openCases()).toEqual([])
      shop.paypal.recover()
      expect(await tab.press()).toBe('PAID')
      await shop.world.live(10 * HOUR_MS)
      expectFair(shop, 1)
      expect(shop.openCases()).toEqual([])
    })
  })

  describe('a capture that is not carried out', () => {
    test.each(named(notCarriedOut))('the first time becomes the order without the buyer: %s', async (_, way) => {
      const tab = await open(way, 1)
      const said = await tab.press()
      if (way.status === 401) expect(said, 'the token is renewed').toBe('PAID')
      else expect(said).toBe('PROVIDER_UNAVAILABLE')
      await shop.world.live(10 * HOUR_MS)
      expectFair(shop, 1)
    })

    test.each(named(notCarriedOut))('the first time charges once if the buyer presses again: %s', async (_, way) => {
      const tab = await open(way, 1)
      if ((await tab.press()) !== 'PAID') expect(await tab.press()).toBe('PAID')
      await shop.world.live(10 * HOUR_MS)
      expectFair(shop, 1)
    })

    test.each(named(notCarriedOut))('for a long time is retried with growing pauses, and pays: %s', async (_, way) => {
      const tab = await open(way, Number.POSITIVE_INFINITY)
      expect(await tab.press()).toBe('PROVIDER_UNAVAILABLE')
      await shop.world.live(4 * HOUR_MS)
      // If PayPal refuses a token, the shop renews the token and repeats the request, both at the same time of the world's clock. So equal
      // times count once.
      const times = [...new Set(captures().map(({ atMs }) => atMs))]
      const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0))
      expect(pauses).toEqual(pauses.toSorted((one, other) => one - other))
      expect(times.length).toBeLessThan(15)
      expect(shop.openCases()).toEqual([`payments-refused ${way.issue ?? 'UNSUPPORTED_MEDIA_TYPE'}`])
      shop.paypal.recover()
      expect(await tab.press()).toBe('PAID')
      await shop.world.live(10 * HOUR_MS)
      expectFair(shop, 1)
      expect(shop.openCases()).toEqual([])
    })
  })

  describe('a capture with an unknown outcome', () => {
    test.each(named([...unknownOutcomes, ...taken]))('becomes the order without the buyer: %s', async (_, way) => {
      const tab = await open(way, 1)
      await tab.press()
      await shop.world.live(MINUTE_MS)
      expect(shop.of('OrderPlaced')).toHaveLength(1)
      await shop.world.live(10 * HOUR_MS)
      expectFair(shop, 1)
    })

    test.each(named([...unknownOutcomes, ...taken]))(
      'charges once if the buyer presses again at once: %s',
      async (_, way) => {
        const tab = await open(way, 1)
        if ((await tab.press()) !== 'PAID') await tab.press()
        await shop.world.live(10 * HOUR_MS)
        expectFair(shop, 1)
      },
    )

    test.each(named(unknownOutcomes))('for a long time charges no buyer twice: %s', async (_, way) => {
      const tab = await open(way, Number.POSITIVE_INFINITY)
      await tab.press()
      await shop.world.live(4 * HOUR_MS)
      expect(captures().length).toBeLessThan(MOST_TRIES)
      shop.paypal.recover()
      if (shop.of('OrderPlaced').length === 0) expect(await tab.press()).toBe('PAID')
      await shop.world.live(10 * HOUR_MS)
      expectFair(shop, 1)
    })
  })
})
