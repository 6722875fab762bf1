import type { HistoryEntry } from '@shop/language/order/api'

/** An event that is not in the table keeps its own name. */
export function stepInWords({ what, before, after }: HistoryEntry): string {
  if (what === 'Order status changed')
    return 'status' in after ? statusInWords(before.status, after.status) : 'The tracking number changed'
  return words[what] ?? what
}

const statusInWords = (from: unknown, to: unknown) =>
  from === 'Cancelled' ? `Cancellation undone: ${to}` : (statuses[String(to)] ?? `Now ${to}`)

const statuses: Readonly<Record<string, string>> = {
  Processing: 'Back to Processing',
  Shipped: 'Shipped',
  Delivered: 'Delivered',
  Cancelled: 'Cancelled',
}

/** TABLE: the names of the events in a history, and what they mean for an admin. */
const words: Readonly<Record<string, string>> = {
  'Product listed': 'The product was listed',
  'Product edited': 'The product was edited',
  'Product deleted': 'The product was deleted',
  'Product restored': 'The product was restored',
  'Checkout started': 'The customer went to the checkout',
  'Discount given': 'A discount code was used',
  'Payment started': 'The customer went to pay',
  'Payment pending': 'The provider checks the payment',
  'Payment refused': 'The payment was refused',
  'Checkout paid': 'The payment came in',
  'Stock held': 'The pieces were set aside',
  'Stock held again': 'The pieces were set aside again',
  'Checkout finalized': 'Checkout finished',
  'Checkout expired': 'The checkout expired',
  'Checkout superseded': 'The customer began another checkout',
  'Checkout abandoned': 'The checkout was abandoned',
  'Purchase joined': 'The checkout was linked to earlier checkouts of the cart',
  'Purchase taken': 'Another checkout of the cart was paid first',
  'Purchase freed': 'Another checkout of the cart can become the order',
  'Refund requested': 'A refund of the payment was requested',
  'Payment refunded': 'The payment was refunded',
  'Payment refund delayed': 'The provider has not carried out the refund yet',
  'Payment refund pending': 'The provider has accepted the refund',
  'Payment refund refused': 'The provider refused the refund',
  'Payment refund failed': 'The refund failed at the provider',
  'Order placed': 'The order was placed',
  'Order address changed': 'The parcel goes to another address',
  'Order deleted': 'The order was deleted',
  'Order restored': 'The order was restored',
  'Order noted': 'A note was written',
  'Refund case opened': 'A refund is due',
  'Refund case closed': 'The refund case was closed',
  'Order refund requested': 'A refund was requested',
  'Order refunded': 'The refund was made',
  'Order refund delayed': 'The provider has not carried out the refund yet',
  'Order refund pending': 'The provider has accepted the refund',
  'Order refund refused': 'The provider refused the refund',
  'Order refund failed': 'The refund failed at the provider',
  'Refund noted': 'A refund was made at the provider',
  'Return requested': 'The customer wants to send pieces back',
  'Return received': 'The return has ended',
  'Return restocked': 'The returned pieces that can be sold are in stock again',
  'Return awaited': 'Cancelled after shipping, so the pieces must come back',
  'Return closed': 'The return was closed',
  'Pieces given up': 'The order no longer holds these pieces',
  'Pieces back in stock': 'The pieces are in stock again',
  'Reclaim begun': 'The order tries to get its pieces back from stock',
  'Pieces reclaimed': 'The order holds its pieces again',
  'Reclaim ended': 'The pieces stay in stock',
}
