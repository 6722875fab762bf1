import { accountStream } from '@shop/language/account/events'
import { forgottenStream } from '@shop/language/account/forgotten-events'
import { ROLES_STREAM } from '@shop/language/account/role-events'
import { sessionsStream } from '@shop/language/account/session-events'
import { addressesStream } from '@shop/language/address/events'
import { exportStream } from '@shop/language/analysis/export-events'
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
import { requestStream } from '@shop/language/events/command-events'
import { holdsStream } from '@shop/language/hold/events'
import { mailsStream } from '@shop/language/mail/events'
import { orderStream } from '@shop/language/order/events'
import { productStream } from '@shop/language/product/events'
import { BOARD_STREAM } from '@shop/language/question/board-events'
import { questionStream } from '@shop/language/question/events'
import { subscribersStream } from '@shop/language/question/mail-events'
import { SHOP_STREAM } from '@shop/language/shop/events'
import { stockStream } from '@shop/language/stock/events'
import type { Pseudonym } from './pseudonyms.ts'

/** `encoded`: the id is percent-encoded. Its pseudonym is made from the decoded id, which events have in their data. */
type Id = 'kept' | 'pseudonym' | 'encoded'

/** TABLE: how the id in a stream's name is copied, by the start of the name. A test fails if a stream is missing. */
export const streamIds: Readonly<Record<string, Id>> = {
  [productStream('')]: 'kept',
  [stockStream('')]: 'kept',
  [cartStream('')]: 'pseudonym',
  [checkoutStream('')]: 'kept',
  [orderStream('')]: 'kept',
  [caseStream('')]: 'pseudonym',
  [accountStream('')]: 'pseudonym',
  [sessionsStream('')]: 'pseudonym',
  [forgottenStream('')]: 'pseudonym',
  [correspondentStream('')]: 'pseudonym',
  [contactStream('')]: 'pseudonym',
  [newsletterStream('')]: 'pseudonym',
  [discountStream('')]: 'pseudonym',
  [holdsStream('')]: 'pseudonym',
  [mailsStream('')]: 'pseudonym',
  [notesStream('')]: 'pseudonym',
  [addressesStream('')]: 'pseudonym',
  [claimStream('email', '')]: 'encoded',
  [claimStream('sku', '')]: 'kept',
  [claimStream('capture', '')]: 'encoded',
  [claimStream('provider-order', '')]: 'encoded',
  [questionStream('')]: 'kept',
  [subscribersStream('')]: 'kept',
  [BOARD_STREAM]: 'kept',
  [exportStream('')]: 'pseudonym',
  [requestStream('')]: 'pseudonym',
  [ROLES_STREAM]: 'pseudonym',
  [SHOP_STREAM]: 'kept',
  [signalsOf('')]: 'encoded',
}

const OTHER = 'other'
const known = Object.entries(streamIds)
const kindOf = (prefix: string) => prefix.replace(/-$/, '')

export const streamKinds: readonly string[] = [...Object.keys(streamIds).map(kindOf), OTHER]

/** If the kind is unknown, the whole name becomes a pseudonym. */
export function copiedStream(name: string, pseudonym: Pseudonym): Readonly<{ kind: string; stream: string }> {
  const [prefix, treatment] = known.find(([prefix]) => name.startsWith(prefix)) ?? []
  if (prefix === undefined) return { kind: OTHER, stream: `${OTHER}-${pseudonym(name)}` }
  const id = name.slice(prefix.length)
  const shown = treatment === 'kept' ? id : pseudonym(treatment === 'encoded' ? decoded(id) : id)
  return { kind: kindOf(prefix), stream: prefix + shown }
}

function decoded(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}
