import { accountStream } from '@shop/language/account/events'
import { forgottenStream } from '@shop/language/account/forgotten-events'
import { sessionsStream } from '@shop/language/account/session-events'
import { addressesStream } from '@shop/language/address/events'
import { cartStream } from '@shop/language/cart/events'
import { caseStream } from '@shop/language/case/events'
import { checkoutStream } from '@shop/language/checkout/events'
import { signalsOf } from '@shop/language/checkout/signal-events'
import { contactStream } from '@shop/language/correspondence/contact-events'
import { discountStream } from '@shop/language/correspondence/discount-events'
import { correspondentStream } from '@shop/language/correspondence/events'
import { newsletterStream } from '@shop/language/correspondence/newsletter-events'
import { notesStream } from '@shop/language/customer/note-events'
import { claimStream } from '@shop/language/events/claim-events'
import { mailsStream } from '@shop/language/mail/events'
import { orderStream } from '@shop/language/order/events'
import { productStream } from '@shop/language/product/events'
import { stockStream } from '@shop/language/stock/events'

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

/** TABLE: for each field with an id, the streams that can belong to the id. */
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

/** Groups of streams that can have the same id. */
const families: readonly (readonly Name[])[] = [purchase, person, mailbox, thing]

/** Some of the named streams may not exist. */
export function namedBy(stream: string, events: readonly Readonly<{ data: unknown }>[]): readonly string[] {
  const names = new Set(sameIdAs(stream))
  for (const { data } of events) collect(data, names)
  names.delete(stream)
  return [...names]
}

function sameIdAs(stream: string): readonly string[] {
  return families.flatMap((family) => {
    const own = family.find((name) => stream.startsWith(name('')))
    return own ? family.map((name) => name(stream.slice(own('').length))) : []
  })
}

function collect(value: unknown, names: Set<string>) {
  if (typeof value !== 'object' || value === null) return
  for (const [field, one] of Object.entries(value)) {
    if (typeof one === 'string' && one) for (const name of streamsOf[field] ?? []) names.add(name(withoutHold(one)))
    else collect(one, names)
  }
}

/** Turns the id of a later hold into the id of its checkout. */
const withoutHold = (id: string) => id.replace(/~\d+$/, '')
