import type { makeOrders } from './made-orders.ts'

export type Line = Readonly<{ productId: string; size: string; color: string }>
type Item = Line & Readonly<{ quantity: number; priceCents: number }>
type Paid = Item & Readonly<{ paidCents: number }>
type Going = Readonly<{ id: string; ownerId: string; items: readonly Paid[] }>
export type RecordEvent = (type: string, of: string, data: object) => void

type Past = Readonly<{
  below: (most: number) => number
  one: <T>(many: readonly T[]) => T
  now: () => string
  someCustomer: () => string
  someProduct: () => string
  item: (line?: Line) => Item
  /** The line of stock from which a line of a cart takes its pieces. */
  stockLine: (line: Line) => object
  record: RecordEvent
  inCart: RecordEvent
  inStock: RecordEvent
  placed: ReturnType<typeof makeOrders>['placed']
}>

const ABANDONED = [
  ...[
    'The shirt: Sold out',
    'The coat: Only 2 left in M',
    'The socks: You can hold at most 3 unpaid pieces of this product',
  ],
  ...['The customer has cancelled the checkout', 'An admin has released the pieces'],
  ...['The start of the checkout was interrupted', 'Another order or checkout uses this discount code'],
]

const tenthOf = ({ priceCents, quantity }: Item) => Math.round((priceCents * quantity) / 10)

/** Starts checkouts, and advances them step by step to a random outcome. */
export function makeCheckouts(past: Past) {
  const { below, one, now, someCustomer, someProduct, item, stockLine, record, inCart, inStock, placed } = past
  const going: Going[] = []
  let made = 0

  return { checkOut, advance, endUnusually }

  function checkOut() {
    const code = codeOf(made)
    const [id, ownerId] = [`checkout${made++}`, someCustomer()]
    const items = [item({ productId: someProduct(), size: 'M', color: '' }), item()]
      .filter((one, index, all) => all.findIndex(({ productId }) => productId === one.productId) === index)
      .map((one) => ({ ...one, sku: '', paidCents: one.priceCents * one.quantity - (code ? tenthOf(one) : 0) }))
    inCart('CheckoutOpened', ownerId, { checkoutId: id })
    atCheckout('CheckoutStarted', { id, ownerId, items }, bought({ id, ownerId, items }))
    const amountCents = items.reduce((sum, one) => sum + tenthOf(one), 0)
    if (code) atCheckout('DiscountGiven', { id, ownerId, items }, { emailKey: code, amountCents })
    for (const line of items) move('StockReserved', id, line)
    going.push({ id, ownerId, items })
  }

  /**
   * In each round of six checkouts, the addresses 0, 1, 0 again, and 3 confirm the newsletter. Then checkout 4 uses the code of address 0,
   * and checkout 5 uses the code of address 1.
   */
  function codeOf(number: number): string | undefined {
    const [round, turn] = [Math.floor(number / 6), number % 6]
    const confirm = (address: number) => {
      const emailKey = `mail${round}-${address}`
      record('NewsletterConfirmed', `newsletter-${emailKey}`, { correspondentId: emailKey, emailKey })
    }
    if (turn < 2 || turn === 3) confirm(turn)
    if (turn === 2) confirm(0)
    return turn > 3 ? `mail${round}-${turn - 4}` : undefined
  }

  function pend(checkout: Going) {
    const at = now()
    const { totalCents, ...facts } = bought(checkout)
    const capture = { captureId: `c-${checkout.id}`, amountCents: totalCents, pendingAt: at, holdUntil: at }
    atCheckout('PaymentPending', checkout, {
      ...facts,
      totalCents,
      ...capture,
      providerOrderId: 'p',
      held: true,
      reason: null,
    })
  }

  function atCheckout(type: string, { id }: Going, data: object = {}) {
    record(type, `checkout-${id}`, { checkoutId: id, ...data })
  }

  function move(type: string, checkoutId: string, line: Line & { quantity: number }) {
    inStock(type, line.productId, { checkoutId, lines: [{ ...stockLine(line), quantity: line.quantity }] })
  }

  /** Old orders, such as those of one customer here, have no country. */
  function bought({ ownerId, items }: Going) {
    const totalCents = items.reduce((sum, { paidCents }) => sum + paidCents, 0)
    return { customerId: ownerId, items, totalCents, country: ownerId === 'dan' ? '' : 'PT', paymentMethod: 'PayPal' }
  }

  function advance() {
    if (going.length === 0) return
    const checkout = one(going)
    const ends = below(10)
    if (ends > 8) return pend(checkout)
    if (ends > 6) return atCheckout('PaymentStarted', checkout, { providerOrderId: 'p' })
    if (ends === 6)
      return atCheckout('PaymentRefused', checkout, {
        providerOrderId: 'p',
        code: one(['DECLINED', 'EXPIRED_CARD']),
        final: false,
        meaning: made % 3 === 0 ? 'not carried out' : 'refused',
      })
    going.splice(going.indexOf(checkout), 1)
    if (ends > 2) return order(checkout)
    for (const line of checkout.items) move('ReservationReleased', checkout.id, line)
    if (ends === 2) return atCheckout('CheckoutExpired', checkout)
    if (ends === 1) return atCheckout('CheckoutSuperseded', checkout, { by: 'other' })
    if (below(2)) return atCheckout('CheckoutAbandoned', checkout, { reason: ABANDONED[made % ABANDONED.length] })
    const refund = {
      captureId: `c-${checkout.id}`,
      amountCents: 1 + below(900),
      reason: one(['It was paid twice', 'Bought elsewhere', 'The coat: Sold out in M']),
    }
    atCheckout('RefundRequested', checkout, refund)
    const { captureId, amountCents } = refund
    const back = { captureId, amountCents, refundId: `r-${checkout.id}` }
    if (below(3)) atCheckout('PaymentRefunded', checkout, back)
    if (below(3) === 0) atCheckout('PaymentRefundFailed', checkout, { ...back, code: 'FAILED' })
  }

  /**
   * Ends some checkouts as no random checkout ends: refused after a review, opened again, paid too late, paid too late and refunded, refunded
   * by the provider, opened again after an admin had released its pieces, paid in another tab after its hold ended, and left after the
   * provider refused to begin the payment: at once, after it began, and before it began.
   */
  function endUnusually() {
    const start = (id: string): Going => {
      const one = { id, ownerId: someCustomer(), items: [] }
      atCheckout('CheckoutStarted', one, bought(one))
      return one
    }
    const [reviewed, reopened, late, again] = [start('reviewed'), start('reopened'), start('late'), start('again')]
    const refused = { providerOrderId: 'p', code: 'DECLINED', final: true, meaning: 'refused' }
    const paid = (of: Going) => atCheckout('CheckoutPaid', of, { captureId: `c-${of.id}`, held: false })
    pend(reviewed)
    atCheckout('CheckoutExpired', reviewed)
    atCheckout('PaymentRefused', reviewed, refused)
    for (const one of [reopened, late, again]) atCheckout('CheckoutExpired', one)
    atCheckout('CheckoutReopened', reopened, { expiresAt: now() })
    atCheckout('PaymentRefused', reopened, refused)
    for (const one of [late, again]) paid(one)
    atCheckout('RefundRequested', again, { captureId: 'c-again', amountCents: 1, reason: 'Too late' })
    const [givenBack, released] = [start('given-back'), start('released')]
    atCheckout('PaymentRefused', givenBack, { ...refused, code: 'REFUNDED' })
    atCheckout('CheckoutAbandoned', released, { reason: 'An admin has released the pieces' })
    atCheckout('CheckoutReopened', released, { expiresAt: now() })
    atCheckout('PaymentRefused', released, { ...refused, code: 'NEW', final: false })
    const elsewhere = start('elsewhere')
    for (const one of [givenBack, released, elsewhere]) atCheckout('CheckoutExpired', one)
    atCheckout('CheckoutReopened', elsewhere, { expiresAt: now() })
    atCheckout('StockHeld', elsewhere)
    atCheckout('CheckoutExpired', elsewhere)
    atCheckout('RefundRequested', elsewhere, { captureId: 'c-else', amountCents: 1, reason: 'Bought elsewhere' })
    const [notBegun, begunBefore, begun] = [start('not-begun'), start('begun-before'), start('begun')]
    const begins = (one: Going) => atCheckout('PaymentStarted', one, { providerOrderId: 'p' })
    begins(begunBefore)
    for (const one of [notBegun, begunBefore, begun])
      atCheckout('PaymentStartRefused', one, { code: 'INTERNAL_SERVER_ERROR', meaning: 'not carried out' })
    begins(begun)
    for (const one of [notBegun, begunBefore, begun]) atCheckout('CheckoutExpired', one)
  }

  function order(checkout: Going) {
    const { id, ownerId, items } = checkout
    const at = now()
    record('OrderPlaced', `order-${id}`, {
      orderId: id,
      ...bought(checkout),
      captureId: 'c',
      paidAt: at,
      placedAt: at,
    })
    inCart('PurchaseLeftCart', ownerId, {
      orderId: id,
      lines: items.map(({ productId, size, color, quantity }) => ({ productId, size, color, quantity })),
    })
    for (const line of items) move('StockTaken', id, line)
    placed(id, at, items)
  }
}
