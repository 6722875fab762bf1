import type { Line, RecordEvent } from './made-checkouts.ts'

const DAY_MS = 86_400_000

type Making = Readonly<{
  record: RecordEvent
  inCart: RecordEvent
  inStock: RecordEvent
  stockLine: (line: Line) => object
  item: (line: Line) => object
  pass: (ms: number) => void
}>

/** The ends of carts that random acts do not make. */
export function leaveCarts({ record, inCart, inStock, stockLine, item, pass }: Making) {
  mergeAsBefore()
  leaveUnusually()
  turnBackLate()

  /** Earlier versions of the shop closed a guest's cart after its lines had been added to the customer's cart. */
  function mergeAsBefore() {
    const bag = { ...item({ productId: 'shirt', size: 'S', color: '' }), quantity: 1 }
    for (const ownerId of ['guest_old', 'lea']) inCart('ItemAddedToCart', ownerId, { item: bag })
    inCart('GuestCartMerged', 'lea', { guestId: 'guest_old', items: [bag], notices: [], handover: 0 })
    inCart('GuestCartClosed', 'guest_old', { mergedInto: 'lea' })
  }

  /**
   * An account is erased. Then five customers abandon their carts: the refused payment of one was for pieces that have left the cart, one
   * wants more pieces of two sizes than there are on the shared line, the payment of one was not carried out, and the payments of two were
   * refused before they began, but one of these two began later.
   */
  function leaveUnusually() {
    const add = (ownerId: string, productId: string, size: string, quantity: number) => {
      const added = { ...item({ productId, size, color: '' }), quantity, priceCents: 9000 }
      inCart('ItemAddedToCart', ownerId, { item: added })
      return { productId, size, color: '' }
    }
    add('hal', 'shirt', 'S', 1)
    record('AccountErased', 'account-hal', { accountId: 'hal', emailKey: 'hal' })
    const first = add('ivy', 'shirt', 'M', 1)
    inCart('CheckoutOpened', 'ivy', { checkoutId: 'late-ivy' })
    refuse('ivy')
    inCart('ItemRemovedFromCart', 'ivy', first)
    add('ivy', 'shirt', 'S', 1)
    add('jon', 'belt', 'S', 4)
    add('jon', 'belt', 'L', 2)
    add('kim', 'shirt', 'S', 1)
    inCart('CheckoutOpened', 'kim', { checkoutId: 'late-kim' })
    refuse('kim', { code: 'PERMISSION_DENIED', meaning: 'not carried out' })
    for (const ownerId of ['lou', 'mia']) {
      add(ownerId, 'shirt', 'S', 1)
      inCart('CheckoutOpened', ownerId, { checkoutId: `late-${ownerId}` })
      const refusal = { code: 'INTERNAL_SERVER_ERROR', meaning: 'not carried out' }
      record('PaymentStartRefused', `checkout-late-${ownerId}`, { checkoutId: `late-${ownerId}`, ...refusal })
    }
    record('PaymentStarted', 'checkout-late-mia', { checkoutId: 'late-mia', providerOrderId: 'p' })
  }

  /**
   * Three customers abandon their carts. The first payment was refused after a review, so its pieces came back. Days later, one customer
   * opens a checkout, and the other's payment is refused. Both count, because a reason can come at any time.
   */
  function turnBackLate() {
    const line = { productId: 'shirt', size: 'S', color: '' }
    inStock('StockReceived', 'shirt', { ...stockLine(line), quantity: 50 })
    record('AccountRegistered', 'account-eve', { accountId: 'eve' })
    for (const ownerId of ['eve', 'fay']) inCart('ItemAddedToCart', ownerId, { item: item(line) })
    const bought = { ...item(line), quantity: 1 }
    inCart('ItemAddedToCart', 'gil', { item: bought })
    inCart('CheckoutOpened', 'gil', { checkoutId: 'late-gil' })
    inCart('PurchaseLeftCart', 'gil', { orderId: 'late-gil', lines: [bought] })
    refuse('gil')
    inCart('PurchaseReturnedToCart', 'gil', { orderId: 'late-gil', items: [bought] })
    inCart('CheckoutOpened', 'fay', { checkoutId: 'late-fay' })
    pass(4 * DAY_MS)
    inCart('CheckoutOpened', 'eve', { checkoutId: 'late-eve' })
    refuse('fay')
  }

  function refuse(ownerId: string, more = {}) {
    const refusal = { providerOrderId: 'p', code: 'DECLINED', final: false, meaning: 'refused', ...more }
    record('PaymentRefused', `checkout-late-${ownerId}`, { checkoutId: `late-${ownerId}`, ...refusal })
  }
}
