import { afterEach, describe, expect, test } from 'vitest'
import { expectRequestIds } from '../test-support/expect-fair.ts'
import { idempotencies } from '../test-support/fake-paypal.ts'
import { documentedAnswers, named, type Way } from '../test-support/fake-paypal-answers.ts'
import { HOUR_MS, openPaypalShop, type PaypalShop } from '../test-support/paypal-shop.ts'

/*
 * Tests every documented answer of PayPal to a refund, and every way of not answering. Each answer is tried with three kinds of
 * idempotency. PayPal gives the answer once, or for a long time. In each case the money is refunded once, the order reports the refund only
 * after that, and an admin has a case until then.
 */

let shop: PaypalShop
afterEach(async () => shop.close())

const documented = documentedAnswers('refund')
const DONE = 'CAPTURE_FULLY_REFUNDED'
const refusals: readonly Way[] = documented
  .filter(([status, issue]) => [404, 422].includes(status) && issue !== DONE)
  .map(([status, issue]) => ({ status, issue }))
const notCarriedOut: readonly Way[] = [
  ...documented.filter(([status]) => [400, 401, 403].includes(status)).map(([status, issue]) => ({ status, issue })),
  { status: 415 },
  { status: 429, issue: 'RATE_LIMIT_REACHED' },
]
const unknownOutcomes: readonly Way[] = (['never', 'first'] as const).flatMap((moves): Way[] => [
  ...[500, 503].map((status): Way => ({ status, moves })),
  { status: 409, issue: 'PREVIOUS_REQUEST_IN_PROGRESS', moves },
  { status: 503, reply: 'html', moves },
  { reply: 'dropped', moves },
])
const made: readonly Way[] = [
  ...(['html', 'empty', 'minimal'] as const).map((reply): Way => ({ reply, moves: 'first' })),
  { status: 409, issue: 'PREVIOUS_REQUEST_IN_PROGRESS', moves: 'later' },
  { reply: 'dropped', moves: 'later' },
]

const requests = () => shop.calls('refund').length
const backAtPaypal = () => 2500 - shop.paypal.ledger.kept().reduce((sum, cents) => sum + cents, 0)
const caseOf = (issue: string) => `refund-refused ${issue}`
const refundCases = () => shop.openCases().filter((text) => text.startsWith('refund-refused'))

function expectBack() {
  expect(backAtPaypal(), 'is back').toBe(2500)
  expect(shop.of('OrderRefunded').map(({ amountCents }) => amountCents)).toEqual([2500])
  expect(refundCases()).toEqual([])
  expectRequestIds(shop)
  expect([...shop.paypal.deviations]).toEqual([])
}

describe.each(idempotencies)('PayPal %s; a refund', (idempotency) => {
  async function refunded(way: Way, times: number) {
    shop = await openPaypalShop(idempotency)
    const tab = shop.openTab()
    await tab.press()
    shop.paypal.plan('refund', { ...way, times })
    await shop.refund(tab.checkoutId)
    await shop.world.live(1_000)
  }
  const caseId = () => shop.of('CaseOpened').find(({ kind }) => kind === 'refund-refused')?.caseId ?? ''

  test.each(named(refusals))('that is refused waits for an admin, and its case has the reason: %s', async (_, way) => {
    await refunded(way, Number.POSITIVE_INFINITY)
    await shop.world.live(4 * HOUR_MS)
    expect(requests(), 'no process repeats it').toBe(1)
    expect(refundCases()).toEqual([caseOf(way.issue ?? '')])
    expect(backAtPaypal()).toBe(0)
    expect(shop.of('OrderRefunded')).toEqual([])
    await shop.world.retryCase(caseId())
    shop.paypal.recover()
    await shop.world.retryCase(caseId())
    await shop.world.live(HOUR_MS)
    expectBack()
  })

  test.each(named(notCarriedOut))('that PayPal once does not carry out is made later: %s', async (_, way) => {
    await refunded(way, 1)
    await shop.world.live(HOUR_MS)
    expectBack()
  })

  test.each(named(notCarriedOut))(
    'that PayPal does not carry out for a long time is a case, and is made in the end: %s',
    async (_, way) => {
      await refunded(way, Number.POSITIVE_INFINITY)
      await shop.world.live(4 * HOUR_MS)
      expect(refundCases()).toEqual([caseOf(way.issue ?? 'UNSUPPORTED_MEDIA_TYPE')])
      expect(requests()).toBeLessThan(120)
      shop.paypal.recover()
      await shop.world.live(2 * HOUR_MS)
      expectBack()
    },
  )

  test.each(named([...unknownOutcomes, ...made]))('with an unknown outcome is made once: %s', async (_, way) => {
    await refunded(way, 1)
    await shop.world.live(HOUR_MS)
    expectBack()
  })

  test.each(named(unknownOutcomes))(
    'with an outcome that stays unknown is not reported as made: %s',
    async (_, way) => {
      await refunded(way, Number.POSITIVE_INFINITY)
      await shop.world.live(4 * HOUR_MS)
      expect(requests()).toBeLessThan(120)
      // PayPal repeats its earlier answer to a repeated request, and that answer may say that money has moved.
      if (way.moves === 'never') expect(shop.of('OrderRefunded')).toEqual([])
      shop.paypal.recover()
      await shop.world.live(2 * HOUR_MS)
      expectBack()
    },
  )
})
