import type { ShopEvent } from '@shop/language/all-events'
import { isShopError } from '@shop/language/errors'
import type { Recorded } from '@shop/language/events/event'
import { vi } from 'vitest'
import { refundOrder } from '../order/after-buying.ts'
import { openPaypal } from '../payment/paypal.ts'
import { watchStock } from './books.ts'
import { createWorld } from './create-world.ts'
import { type Entry, type Idempotency, startFakePaypal } from './fake-paypal.ts'

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const LISTED = 3

/** The shop runs on the world's clock. The diary records everything that happens. */
export async function openPaypalShop(idempotency: Idempotency, { mails = false, listed = LISTED } = {}) {
  const diary: Entry[] = []
  const paypal = await startFakePaypal({ idempotency, now: () => world.now(), diary })
  const payments = openPaypal({ baseUrl: paypal.url, clientId: 'client', clientSecret: 'secret' })
  const world = createWorld({ payments: () => payments, mails })
  // The token and the circuit breaker read the time from `Date.now`, so it must return the world's time.
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => world.now())
  const stocks = watchStock(world)
  await world.list('shirt', listed)

  const of = <Type extends ShopEvent['type']>(type: Type) =>
    (world.events as unknown as Recorded<ShopEvent>[]).flatMap((event) =>
      event.type === type ? [event.data as Extract<ShopEvent, { type: Type }>['data']] : [],
    )

  /** Adds the shop's answer to the diary, and returns the answer's code. */
  async function reading(act: () => Promise<unknown>): Promise<string> {
    diary.push({ is: 'press' })
    const said = await act().then(
      () => ({ code: 'PAID', message: '' }),
      (refusal) => {
        if (!isShopError(refusal)) throw refusal
        return { code: refusal.code, message: refusal.message }
      },
    )
    diary.push({ is: 'answer', ...said })
    return said.code
  }

  function openTab(customerId = 'ada') {
    let checkoutId: string | undefined
    let providerOrderId: string | undefined
    async function begin() {
      checkoutId ??= (await world.start(customerId, { shirt: 1 })).checkoutId
      try {
        return await world.beginPayment(checkoutId)
      } catch (refusal) {
        // The checkout's time is over, so the page starts a new checkout.
        if (!isShopError(refusal, 'CONFLICT') || refusal.details?.orderId) throw refusal
        checkoutId = (await world.start(customerId, { shirt: 1 })).checkoutId
        return world.beginPayment(checkoutId)
      }
    }
    const pay = () =>
      world.pay(customerId, { ...(checkoutId && { checkoutId }), ...(providerOrderId && { providerOrderId }) })
    const begins = async () => {
      providerOrderId = await begin()
    }
    const approve = async () => {
      await begins()
      paypal.ledger.approve(providerOrderId ?? '')
    }
    return {
      get checkoutId() {
        return checkoutId ?? ''
      },
      get providerOrderId() {
        return providerOrderId ?? ''
      },
      begins,
      /** PayPal's window is still open. */
      approve,
      returns: () => reading(pay),
      press: () =>
        reading(async () => {
          await approve()
          await pay()
          await world.finalize(checkoutId ?? '')
        }),
    }
  }

  return {
    paypal,
    payments,
    world,
    diary,
    stocks,
    of,
    openTab,
    reading,
    calls: (...kinds: readonly string[]) =>
      diary.flatMap((entry) => (entry.is === 'call' && kinds.includes(entry.kind) ? [entry] : [])),
    answers: () => diary.flatMap((entry) => (entry.is === 'answer' ? [entry] : [])),
    onHand: () => stocks.get('shirt')?.lines.reduce((sum, { onHand }) => sum + onHand, 0),
    reserved: () => [...(stocks.get('shirt')?.reserved.keys() ?? [])],
    /** The open cases, each as `kind CODE`. */
    openCases() {
      const cases = new Map<string, { text: string; isOpen: boolean }>()
      for (const { type, data } of world.events as unknown as Recorded<ShopEvent>[]) {
        if (type === 'CaseOpened') cases.set(data.caseId, { text: `${data.kind} ${data.code}`, isOpen: true })
        const known =
          (type === 'CaseReopened' || type === 'CaseUpdated' || type === 'CaseClosed') && cases.get(data.caseId)
        if (!known) continue
        if (type === 'CaseClosed') known.isOpen = false
        else Object.assign(known, { isOpen: true, text: `${known.text.split(' ')[0]} ${data.code}` })
      }
      return [...cases.values()].flatMap(({ text, isOpen }) => (isOpen ? [text] : []))
    },
    refund: (orderId: string) => refundOrder(world.parts(), orderId, { reason: 'It did not fit' }, world.asking()),
    async close() {
      clock.mockRestore()
      await paypal.close()
    },
  }
}

export type PaypalShop = Awaited<ReturnType<typeof openPaypalShop>>
