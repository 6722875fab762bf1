import { accountStream } from './account/events.ts'
import { forgottenStream } from './account/forgotten-events.ts'
import { ROLES_STREAM } from './account/role-events.ts'
import { sessionsStream } from './account/session-events.ts'
import { addressesStream } from './address/events.ts'
import { exportStream } from './analysis/export-events.ts'
import { cartStream } from './cart/events.ts'
import { caseStream } from './case/events.ts'
import { checkoutStream } from './checkout/events.ts'
import { signalsOf } from './checkout/signal-events.ts'
import { contactStream } from './correspondence/contact-events.ts'
import { discountStream } from './correspondence/discount-events.ts'
import { correspondentStream } from './correspondence/events.ts'
import { newsletterStream } from './correspondence/newsletter-events.ts'
import { notesStream } from './customer/note-events.ts'
import { claimKinds, claimStream } from './events/claim-events.ts'
import { requestStream } from './events/command-events.ts'
import { holdsStream } from './hold/events.ts'
import { mailsStream } from './mail/events.ts'
import { orderStream } from './order/events.ts'
import { productStream } from './product/events.ts'
import { BOARD_STREAM } from './question/board-events.ts'
import { questionStream } from './question/events.ts'
import { subscribersStream } from './question/mail-events.ts'
import { SHOP_STREAM } from './shop/events.ts'
import { stockStream } from './stock/events.ts'

/** TABLE: the prefixes of the shop's streams. A log server also keeps its own streams in the log. */
export const streamPrefixes: readonly string[] = [
  ...[
    productStream,
    stockStream,
    cartStream,
    checkoutStream,
    orderStream,
    caseStream,
    accountStream,
    sessionsStream,
    forgottenStream,
    correspondentStream,
    contactStream,
    newsletterStream,
    discountStream,
    holdsStream,
    mailsStream,
    notesStream,
    addressesStream,
    questionStream,
    subscribersStream,
    exportStream,
    requestStream,
  ].map((name) => name('')),
  ...claimKinds.map((kind) => claimStream(kind, '')),
  BOARD_STREAM,
  ROLES_STREAM,
  SHOP_STREAM,
  signalsOf(''),
]
