import { afterEach, describe, expect, test, vi } from 'vitest'
import { expectFair } from '../test-support/expect-fair.ts'
import { idempotencies } from '../test-support/fake-paypal.ts'
import { HOUR_MS, openPaypalShop, type PaypalShop } from '../test-support/paypal-shop.ts'

/* Tests concurrent events: two processes of one shop, a webhook and the browser, two tabs, and customers who wait long for PayPal. */

let shop: PaypalShop
afterEach(async () => {
  vi.restoreAllMocks()
  await shop.close()
})

const captures = () => shop.calls('capture')

/** Delays the next captures until the test releases them. */
function held(times: number, moves: 'first' | 'never' = 'first') {
  const { promise, resolve } = Promise.withResolvers<void>()
  shop.paypal.plan('capture', { until: promise, times, moves })
  return resolve
}
const begun = (count: number) => expect.poll(() => shop.paypal.underWay('capture')).toBe(count)
const approved = (providerOrderId: string) => shop.world.signal({ what: 'CHECKOUT.ORDER.APPROVED', providerOrderId })

describe.each(idempotencies)('PayPal %s;', (idempotency) => {
  test.each(['the webhook', 'the browser'])(
    'a report by %s makes one capture request, even if the other report comes while PayPal captures',
    async (first) => {
      shop = await openPaypalShop(idempotency)
      const tab = shop.openTab()
      await tab.approve()
      const release = held(1)
      const job = () => approved(tab.providerOrderId).then(() => shop.world.live(0))
      const one = first === 'the webhook' ? job() : tab.returns()
      await begun(1)
      const other = first === 'the webhook' ? tab.returns() : job()
      await settledTurns()
      release()
      await Promise.all([one, other])
      expect(captures()).toHaveLength(1)
      expect(shop.answers().map(({ code }) => code)).toEqual(['PAID'])
      await shop.world.live(10 * HOUR_MS)
      expectFair(shop, 1)
    },
  )

  test('two concurrent presses capture once, and both calls answer that the checkout is paid', async () => {
    shop = await openPaypalShop(idempotency)
    const tab = shop.openTab()
    await tab.approve()
    const release = held(1)
    const both = [tab.returns(), tab.returns()]
    await begun(1)
    await settledTurns()
    release()
    expect(await Promise.all(both)).toEqual(['PAID', 'PAID'])
    expect(captures()).toHaveLength(1)
    await shop.world.live(10 * HOUR_MS)
    expectFair(shop, 1)
  })

  test('two concurrent presses with a declined card: both calls are refused, and nothing is charged until a third press', async () => {
    shop = await openPaypalShop(idempotency)
    shop.paypal.plan('capture', { status: 422, issue: 'INSTRUMENT_DECLINED', times: 2 })
    const tab = shop.openTab()
    await tab.approve()
    const both = await Promise.all([tab.returns(), tab.returns()])
    expect(both).toEqual(['PAYMENT_NOT_VERIFIED', 'PAYMENT_NOT_VERIFIED'])
    const before = captures().length
    await shop.world.live(HOUR_MS)
    expect(captures()).toHaveLength(before)
    shop.paypal.recover()
    expect(await tab.press()).toBe('PAID')
    await shop.world.live(10 * HOUR_MS)
    expectFair(shop, 1)
  })

  test('two tabs of one cart that are approved and return concurrently end as one order and one charge', async () => {
    shop = await openPaypalShop(idempotency)
    const [one, other] = [shop.openTab(), shop.openTab()]
    for (const tab of [one, other]) await tab.begins()
    for (const tab of [one, other]) shop.paypal.ledger.approve(tab.providerOrderId)
    await Promise.all([one.returns(), other.returns()])
    await shop.world.live(10 * HOUR_MS)
    expect(shop.of('OrderPlaced')).toHaveLength(1)
    expect(shop.paypal.ledger.kept()).toEqual([2500])
    expect(shop.reserved()).toEqual([])
  })

  test('the second of two concurrent captures is never answered "nothing was charged"', async () => {
    shop = await openPaypalShop(idempotency)
    const tab = shop.openTab()
    await tab.approve()
    const release = held(1)
    // This capture comes from a process of an earlier release, which does not wait for its turn.
    const elsewhere = shop.payments.capture({
      checkoutId: tab.checkoutId,
      providerOrderId: tab.providerOrderId,
      attempt: 0,
    })
    await begun(1)
    const browser = tab.returns()
    if (idempotency === 'conflicts') expect(await browser).toBe('PROVIDER_UNAVAILABLE')
    release()
    await Promise.all([elsewhere, browser])
    await shop.world.live(10 * HOUR_MS)
    expectFair(shop, 1)
  })
})

describe('captures for which PayPal needs long', () => {
  const late = () => new DOMException('It took too long', 'TimeoutError')

  test('five captures that time out do not affect the sixth customer, and become orders', async () => {
    shop = await openPaypalShop('conflicts', { listed: 10 })
    const patience: AbortController[] = []
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const own = new AbortController()
      if (ms > 5_000) patience.push(own)
      return own.signal
    })
    const tabs = ['a', 'b', 'c', 'd', 'e'].map((name) => shop.openTab(name))
    for (const tab of tabs) await tab.approve()
    const release = held(5)
    const waiting = tabs.map((tab) => tab.returns())
    await begun(5)
    expect(patience.length).toBe(5)
    for (const one of patience) one.abort(late())
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['PROVIDER_UNAVAILABLE']))
    expect(await shop.openTab('f').press()).toBe('PAID')
    release()
    await begun(0)
    await shop.world.live(60_000)
    expect(shop.of('OrderPlaced')).toHaveLength(6)
    expect(shop.paypal.ledger.kept()).toHaveLength(6)
    expect(captures().length, 'what PayPal has taken is not captured again').toBe(6)
  })

  test('five concurrent captures keep no other customer waiting', async () => {
    shop = await openPaypalShop('conflicts', { listed: 10 })
    const tabs = ['a', 'b', 'c', 'd', 'e'].map((name) => shop.openTab(name))
    for (const tab of tabs) await tab.approve()
    const release = held(5)
    const waiting = tabs.map((tab) => tab.returns())
    await begun(5)
    expect(await shop.openTab('f').press()).toBe('PAID')
    release()
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['PAID']))
  })
})

/** Lets all work continue, except work that waits for an answer from PayPal. */
async function settledTurns() {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
}
