import { afterEach, describe, expect, test } from 'vitest'
import { leftOutAfter } from '../payment/provider-answers.ts'
import { expectFair } from '../test-support/expect-fair.ts'
import { idempotencies } from '../test-support/fake-paypal.ts'
import { documentedAnswers, named, type Way } from '../test-support/fake-paypal-answers.ts'
import { HOUR_MS, openPaypalShop, type PaypalShop } from '../test-support/paypal-shop.ts'

/*
 * Tests every documented answer of PayPal to the creation of an order, and every way of not answering. Each answer is tried with three
 * kinds of idempotency. PayPal gives the answer once, or for a long time.
 */

let shop: PaypalShop
afterEach(async () => shop.close())

/** PayPal has made no order. */
const notMade: readonly Way[] = [
  ...documentedAnswers('create').map(([status, issue]) => ({ status, issue })),
  { status: 422, issue: 'CURRENCY_NOT_SUPPORTED_FOR_COUNTRY' },
  { status: 403, issue: 'PERMISSION_DENIED' },
  { status: 403, issue: 'CONSENT_NEEDED' },
  { status: 404, issue: 'INVALID_RESOURCE_ID' },
  { status: 415 },
  { status: 429, issue: 'RATE_LIMIT_REACHED' },
  { status: 429, reply: 'html' },
  ...[500, 503].map((status) => ({ status })),
  { status: 409, issue: 'PREVIOUS_REQUEST_IN_PROGRESS' },
  { status: 503, reply: 'html' },
  { reply: 'dropped' },
]
/** PayPal has made the order, but the shop does not learn its id. At most it learns that there is an order. */
const made: readonly Way[] = [
  ...[500, 503].map((status): Way => ({ status, moves: 'first' })),
  { status: 409, issue: 'PREVIOUS_REQUEST_IN_PROGRESS', moves: 'first' },
  ...(['html', 'empty', 'minimal', 'dropped'] as const).map((reply): Way => ({ reply, moves: 'first' })),
]

/** TABLE: the issues that only the merchant can remove, according to PayPal's descriptions. */
const ofTheMerchant = new Set(
  `AUTH_CAPTURE_NOT_ENABLED CURRENCY_NOT_SUPPORTED_FOR_COUNTRY NOT_ENABLED_FOR_CARD_PROCESSING PAYEE_ACCOUNT_INVALID
  PAYEE_ACCOUNT_LOCKED_OR_CLOSED PAYEE_ACCOUNT_RESTRICTED PAYEE_BLOCKED_TRANSACTION
  TRANSACTION_BLOCKED_BY_PAYEE TRANSACTION_RECEIVING_LIMIT_EXCEEDED`.split(/\s+/),
)

describe.each(idempotencies)('PayPal %s; an order that is not created', (idempotency) => {
  async function open(way: Way, times: number) {
    shop = await openPaypalShop(idempotency)
    shop.paypal.plan('create', { ...way, times })
    return shop.openTab()
  }

  test.each(named([...notMade, ...made]))('the first time is created at the next press: %s', async (_, way) => {
    const tab = await open(way, 1)
    if ((await tab.press()) !== 'PAID') expect(await tab.press()).toBe('PAID')
    expect(shop.paypal.ledger.orders.size, 'orders at PayPal').toBe(1)
    await shop.world.live(10 * HOUR_MS)
    expectFair(shop, 1)
  })

  test.each(named(notMade))('for a long time charges no buyer, and is created later: %s', async (_, way) => {
    const tab = await open(way, Number.POSITIVE_INFINITY)
    for (let press = 0; press < 3; press++)
      expect(['PROVIDER_UNAVAILABLE', 'PAYMENT_NOT_VERIFIED']).toContain(await tab.press())
    await shop.world.live(4 * HOUR_MS)
    expectFair(shop, 0)
    const { status = 201, issue = '' } = way
    // Each of the three presses sends one request. If PayPal refuses the token, the shop renews it and repeats each request. If PayPal
    // refuses the address or the lines, the shop sends one more request without them.
    expect(shop.calls('create').length).toBe(status === 401 ? 6 : leftOutAfter([issue]) ? 4 : 3)
    const isForMerchant = ofTheMerchant.has(issue) || (status >= 400 && status < 409)
    if (isForMerchant) expect(shop.openCases()).toEqual([expect.stringContaining(`payments-refused ${issue}`)])
    shop.paypal.recover()
    expect(await tab.press()).toBe('PAID')
    await shop.world.live(10 * HOUR_MS)
    expectFair(shop, 1)
    expect(shop.openCases()).toEqual([])
  })
})
