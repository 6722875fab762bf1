import { accountStream } from './account-events.ts'
import { addressesStream } from './address-events.ts'
import { cartStream } from './cart-events.ts'
import { caseStream } from './case-events.ts'
import { checkoutStream } from './checkout-events.ts'
import { claimKinds, claimStream } from './claim-events.ts'
import { contactStream } from './contact-events.ts'
import { correspondentStream } from './correspondent-events.ts'
import { discountStream } from './discount-events.ts'
import { exportStream } from './export-events.ts'
import { forgottenStream } from './forgotten-events.ts'
import { holdsStream } from './hold-events.ts'
import { mailsStream } from './mail-events.ts'
import { newsletterStream } from './newsletter-events.ts'
import { notesStream } from './note-events.ts'
import { orderStream } from './order-events.ts'
import { productStream } from './product-events.ts'
import { questionStream } from './question-events.ts'
import { ROLES_STREAM } from './role-events.ts'
import { sessionsStream } from './session-events.ts'
import { SHOP_STREAM } from './shop-events.ts'
import { signalsOf } from './signal-events.ts'
import { stockStream } from './stock-events.ts'

/** TABLE: the prefixes of the shop's streams. A log on a server also has other streams, such as streams of the server. */
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
    exportStream,
  ].map((name) => name('')),
  ...claimKinds.map((kind) => claimStream(kind, '')),
  ROLES_STREAM,
  SHOP_STREAM,
  signalsOf(''),
]
