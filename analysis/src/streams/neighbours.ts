import { accountStream } from '@shop/language/events/account-events'
import { addressesStream } from '@shop/language/events/address-events'
import { cartStream } from '@shop/language/events/cart-events'
import { caseStream } from '@shop/language/events/case-events'
import { checkoutStream } from '@shop/language/events/checkout-events'
import { claimStream } from '@shop/language/events/claim-events'
import { contactStream } from '@shop/language/events/contact-events'
import { correspondentStream } from '@shop/language/events/correspondent-events'
import { discountStream } from '@shop/language/events/discount-events'
import { forgottenStream } from '@shop/language/events/forgotten-events'
import { mailsStream } from '@shop/language/events/mail-events'
import { newsletterStream } from '@shop/language/events/newsletter-events'
import { notesStream } from '@shop/language/events/note-events'
import { orderStream } from '@shop/language/events/order-events'
import { productStream } from '@shop/language/events/product-events'
import { sessionsStream } from '@shop/language/events/session-events'
import { signalsOf } from '@shop/language/events/signal-events'
import { stockStream } from '@shop/language/events/stock-events'

type Name = (id: string) => string

const purchase: readonly Name[] = [checkoutStream, orderStream]
const person: readonly Name[] = [accountStream, cartStream, addressesStream, sessionsStream, notesStream, mailsStream]
const mailbox: readonly Name[] = [
  (key) => claimStream('email', key),
  forgottenStream,
  correspondentStream,
  newsletterStream,
  discountStream,
]
const thing: readonly Name[] = [productStream, stockStream]

/** TABLE: by the field of an event that has an id, the streams that can belong to this id. */
const streamsOf: Readonly<Record<string, readonly Name[]>> = {
  productId: thing,
  checkoutId: purchase,
  orderId: purchase,
  purchaseId: purchase,
  supersedes: purchase,
  accountId: person,
  customerId: person,
  personId: person,
  ownerId: person,
  guestId: [cartStream],
  mergedInto: [cartStream],
  caseId: [caseStream],
  emailKey: mailbox,
  correspondentId: [mailsStream],
  messageId: [contactStream],
  captureId: [(id) => claimStream('capture', id), signalsOf],
  providerOrderId: [(id) => claimStream('provider-order', id), signalsOf],
  disputeId: [signalsOf],
}

/**
 * Groups of streams whose names can have the same id. From the name of one stream, the names of the other streams in its group are made.
 */
const families: readonly (readonly Name[])[] = [purchase, person, mailbox, thing]

/** The names of streams that can be related to a stream, made from its own name and the ids in its events. Some may not exist. */
export function namedBy(stream: string, events: readonly Readonly<{ data: unknown }>[]): readonly string[] {
  const names = new Set(besides(stream))
  for (const { data } of events) collect(data, names)
  names.delete(stream)
  return [...names]
}

function besides(stream: string): readonly string[] {
  return families.flatMap((family) => {
    const own = family.find((name) => stream.startsWith(name('')))
    return own ? family.map((name) => name(stream.slice(own('').length))) : []
  })
}

function collect(value: unknown, names: Set<string>) {
  if (typeof value !== 'object' || value === null) return
  for (const [field, one] of Object.entries(value)) {
    if (typeof one === 'string' && one) for (const name of streamsOf[field] ?? []) names.add(name(holdless(one)))
    else collect(one, names)
  }
}

/** The id of a checkout. A later hold of a checkout has the checkout's id with `~n` at the end. */
const holdless = (id: string) => id.replace(/~\d+$/, '')
