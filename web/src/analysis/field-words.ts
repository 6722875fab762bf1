import { checkedFilters } from '../catalog/filters.ts'

type Field = Readonly<{ name: string; type: string }>

const MOMENT = 'a moment in UTC, as a text'
const REFUNDED = 'pieces that stay in the shop until the refund is made'
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
  held: 'pieces that checkouts hold until they are paid or end; pieces of orders are not held',
  onHand: 'available and held pieces together, without the pieces of orders',
  pieces: 'pieces of all lines',
  line: 'the place of the line in the order; 0 is the first',
  times: 'the least number of times that the problem happened',
}
/** TABLE: what a field inside a record holds, if it is not in `words`. Lists of values and pseudonyms are in `textWords`. */
const insideWords: Readonly<Record<string, string>> = {
  productId: 'the id of the product',
  name: 'the name of the product at that time',
  description: 'the text about the product',
  sku: 'the number for stock keeping',
  category: 'a category of the catalog',
  brand: 'the brand, empty if none',
  ...Object.fromEntries(checkedFilters.map((name) => [name, `the ${name}, empty if none`])),
  gender: 'for whom the product is',
  collections: 'the collection of the product',
  sizes: 'a list of the sizes',
  colors: 'a list of the colors',
  size: 'the size, empty if the product has none',
  color: 'the color, empty if it has none',
  image: 'the address of a picture',
  url: 'the address of the picture',
  altText: 'the picture in words',
  view: 'what the picture shows',
  tones: 'as JSON: the tones of each color',
  restock: 'pieces that go back into stock when the refund is made',
  restocked: 'pieces that can be sold again',
  toStock: 'pieces that go back into stock',
  sent: 'pieces that were sent',
  givenUp: 'pieces that left the order when it was cancelled or deleted',
  gone: 'pieces that were returned, or were refunded before they were sent',
  untaken: 'held or sent pieces that are still counted in stock',
  delays: 'how often the refund was delayed',
  delayedAt: MOMENT,
  isReversal: 'whether the provider took the money back from the shop',
  at: MOMENT,
  askedAt: MOMENT,
  receivedAt: MOMENT,
  dueAt: 'the moment in UTC until which the shop must answer, as a text',
  changedAt: MOMENT,
  returnId: 'the id of the return',
  code: 'the reason of the payment provider or the shop',
  ofCancellation: 'true if the order was cancelled after it was shipped, and the customer requested nothing',
  closed: 'true if the shop expects no pieces',
  status: 'the status of the dispute, in the words of the payment provider',
  stage: 'the stage of the dispute, in the words of the payment provider',
  outcome: 'the outcome of the dispute, in the words of the payment provider',
  production: 'whether the shop runs in production',
  testPayments: 'true if payments are only tests',
  sandbox: 'true if the payments are in PayPal’s sandbox',
  mailServer: 'whether a mail server sends the mails',
  checkoutTtlSeconds: 'how many seconds a checkout holds its pieces',
  rateLimits: 'whether the shop limits requests',
  demo: 'whether the shop has the products of the demo',
  analysis: 'whether analysis is on',
}

/** TABLE: what a number counts in one table, if it differs from `words`. The key of a number inside a record can be its path. */
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
  OrderRefundRequested: { held: REFUNDED },
  OrderRestored: { 'refunds.held': REFUNDED, 'lines.held': 'pieces that are in the shop for this order' },
  RefundCaseOpened: { amountCents: 'cents of the order’s payment that are not refunded yet' },
  CaseOpened: { amountCents: DISPUTED },
  CaseUpdated: { amountCents: DISPUTED },
  CaseReopened: { amountCents: DISPUTED },
  SignalReceived: { amountCents: DISPUTED, refundedCents: 'cents that the buyer gets back after the dispute' },
}

const NUMBER = 'BIGINT|DOUBLE|HUGEINT'

/** What a column of numbers counts. For a field inside a record: `name: words`. */
export function fieldWords(table: string, { name, type }: Field): readonly string[] {
  const wordsFor = (one: string) => ownWords[table]?.[`${name}.${one}`] ?? ownWords[table]?.[one] ?? words[one]
  const own = new RegExp(`^(?:${NUMBER})$`).test(type) ? wordsFor(name) : undefined
  const inside = [...type.matchAll(/"(\w+)" (?!STRUCT)/g)].flatMap(([, one = '']) => {
    const said = wordsFor(one) ?? insideWords[one]
    return said ? [`${one}: ${said}`] : []
  })
  return own ? [own] : [...new Set(inside)]
}
