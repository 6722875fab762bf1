type Field = Readonly<{ name: string; type: string }>

const PAYMENT = 'cents of the whole payment'
const DISPUTED = 'cents of the whole payment or refund that the event is about'

/** TABLE: what a number in a table counts. The shop charges no shipping, and books no tax. */
const words: Readonly<Record<string, string>> = {
  priceCents: 'cents for one piece, before a discount',
  costCents: 'cents that one piece cost the shop',
  paidCents: 'cents for all pieces of the line, after its share of the discount',
  totalCents: 'cents for all lines, after the discount; no shipping and no tax are added',
  refundedCents: 'cents of all refunds of the order that were made so far',
  dueCents: 'cents of the order’s payment that are still to be refunded',
  amountCents: 'cents of the whole refund',
  quantity: 'pieces',
  available: 'pieces without the held pieces',
  difference: 'pieces that were added; negative if pieces were missing',
  held: 'pieces that are held for unpaid checkouts or unshipped orders',
  onHand: 'available and held pieces together',
  pieces: 'pieces of all lines',
  line: 'the place of the line in the order; 0 is the first',
  times: 'the least number of times that the problem happened',
}
/** TABLE: what a number counts in one table, if it differs from `words`. */
const ownWords: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  CartQuantityChanged: { quantity: 'pieces of the line after the change' },
  ItemAddedToCart: { quantity: 'pieces that were added to the line' },
  DiscountGiven: { amountCents: 'cents of the discount of the whole checkout' },
  PaymentPending: { amountCents: PAYMENT },
  CheckoutPaid: { amountCents: PAYMENT },
  RefundRequested: { amountCents: PAYMENT },
  PaymentRefundPending: { amountCents: PAYMENT },
  PaymentRefundFailed: { amountCents: PAYMENT },
  PaymentRefunded: { amountCents: PAYMENT },
  RefundCaseOpened: { amountCents: 'cents of the order’s payment that are not refunded yet' },
  CaseOpened: { amountCents: DISPUTED },
  CaseUpdated: { amountCents: DISPUTED },
  CaseReopened: { amountCents: DISPUTED },
  SignalReceived: { amountCents: DISPUTED },
}

const NUMBER = 'BIGINT|DOUBLE|HUGEINT'

/** What each number in a column counts. The numbers inside a record have their names before the words. */
export function numberWords(table: string, { name, type }: Field): readonly string[] {
  const wordsFor = (one: string) => ownWords[table]?.[one] ?? words[one]
  const own = new RegExp(`^(?:${NUMBER})$`).test(type) ? wordsFor(name) : undefined
  const inside = [...type.matchAll(new RegExp(`"(\\w+)" (?:${NUMBER})`, 'g'))].flatMap(([, one = '']) => {
    const said = wordsFor(one)
    return said ? [`${one}: ${said}`] : []
  })
  return own ? [own] : [...new Set(inside)]
}
