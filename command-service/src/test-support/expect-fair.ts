import { expect } from 'vitest'
import type { Entry } from './fake-paypal.ts'
import { LISTED, type PaypalShop } from './paypal-shop.ts'

type Call = Extract<Entry, { is: 'call' }>

/** Codes whose messages say that the payment may still go through. */
const LEAVES_OPEN = ['PROVIDER_UNAVAILABLE', 'PAYMENT_PENDING']

/** Checks the promises to buyer, owner and bookkeeper. The check does not use the shop's own table of PayPal's answers. */
export function expectFair(shop: PaypalShop, orders: number) {
  const { paypal, of, diary } = shop
  expect(paypal.ledger.kept(), 'charges that are not refunded').toEqual(of('OrderPlaced').map(() => 2500))
  const placed = of('OrderPlaced')
  expect(placed, 'orders').toHaveLength(orders)
  for (const { captureId, totalCents } of placed) {
    const order = [...paypal.ledger.orders.values()].find(({ capture }) => capture?.id === captureId)
    expect(Number(order?.unit.amount.value) * 100, 'the total of an order is the charged amount').toBe(totalCents)
  }
  expectTrueWords(diary)
  expect(shop.reserved(), 'nothing stays reserved').toEqual([])
  expect(shop.onHand(), 'pieces left').toBe(LISTED - orders)
  expectRequestIds(shop)
  expect([...paypal.deviations], 'deviations from PayPal’s documents').toEqual([])
}

/** If a buyer reads that a payment failed or that nothing was charged, they are not charged until they press the button again. */
function expectTrueWords(diary: readonly Entry[]) {
  let said: Extract<Entry, { is: 'answer' }> | undefined
  let isChargedNow = false
  for (const entry of diary) {
    if (entry.is === 'press') {
      said = undefined
      isChargedNow = false
    } else if (entry.is === 'charge') {
      isChargedNow = true
      if (said && !LEAVES_OPEN.includes(said.code)) throw new Error(`Charged after "${said.code}: ${said.message}"`)
      if (said && claimsNothing(said.message)) throw new Error(`Charged after "${said.message}"`)
    } else if (entry.is === 'answer') {
      said = entry
      if (isChargedNow && claimsNothing(entry.message)) throw new Error(`Charged, and read "${entry.message}"`)
      if (isChargedNow && ![...LEAVES_OPEN, 'PAID'].includes(entry.code))
        throw new Error(`Charged, and read "${entry.code}: ${entry.message}"`)
    }
  }
}

const claimsNothing = (message: string) => /nothing (was|is|has been) charged(?! again| otherwise)/i.test(message)

/**
 * PayPal carries out one request per request id. While the outcome is unknown, a repeat must have the same id. After a refusal, the next
 * request must have a new id (decisions M14).
 */
export function expectRequestIds(shop: PaypalShop) {
  const last = new Map<string, Call>()
  const used = new Set<string>()
  for (const call of shop.calls('create', 'capture', 'refund')) {
    const { requestId, about } = call
    expect(requestId, `${about} has a request id`).not.toBe('')
    const earlier = last.get(about)
    if (earlier && leavesOpen(earlier))
      expect(requestId, `after ${outcomeOf(earlier)}: the same id`).toBe(earlier.requestId)
    if (earlier && isAnswered(earlier))
      expect(used.has(`${about} ${requestId}`), `after ${outcomeOf(earlier)}: a new id`).toBe(false)
    last.set(about, call)
    used.add(`${about} ${requestId}`)
  }
}

const outcomeOf = ({ kind, status, issue }: Call) => `${kind} ${status} ${issue}`
/** PayPal may have carried out the call, or may still be doing so. */
const leavesOpen = ({ kind, status, issue }: Call) =>
  status === 0 || status >= 500 || status === 409 || (kind === 'capture' && OPEN_ISSUES.includes(issue))
const OPEN_ISSUES = ['DUPLICATE_INVOICE_ID', 'ORDER_COMPLETION_IN_PROGRESS']
/** A 401 does not count, because the shop then renews its token and repeats the request with the same id. */
const isAnswered = (call: Call) => call.status >= 400 && call.status !== 401 && !leavesOpen(call)
