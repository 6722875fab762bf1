import type { Case } from '@shop/language/api/cases'

type Words = Readonly<{
  title: string
  /** What happened, and what an admin can do. */
  what: string
}>

/** TABLE: title and explanation of each kind of case. */
export const caseWords: Readonly<Record<Case['kind'], Words>> = {
  'refund-refused': {
    title: 'Refund refused',
    what: 'The shop owes this money, and the payment provider refuses to give it back. Try again, or pay it back another way and close the case.',
  },
  'payment-unmatched': {
    title: 'Unmatched payment',
    what: 'The payment provider has taken this money, and no checkout knows of it, or it is in another currency than the checkout. Try again once the buyer has come back, or give it back.',
  },
  'payment-unknown': {
    title: 'Unknown payment',
    what: 'The payment provider refuses to tell the shop of this payment, so the money may have been taken. See to the permissions of the shop there: the shop asks every hour, and this case is settled as soon as it gets an answer. Try again to ask now. Closing the case ends the asking.',
  },
  'refund-at-provider': {
    title: 'Refunded at PayPal',
    what: 'Somebody has given this money back at the payment provider, not by the shop. See to the order, and close the case.',
  },
  'order-deleted': {
    title: 'Paid order deleted',
    what: 'This order was deleted, and its customer has paid for it. Give the money back, restore the order, or say why the money is kept and close the case.',
  },
  dispute: {
    title: 'Dispute',
    what: 'The buyer disputes this payment at the payment provider. Answer there, before the answer is due; the case ends when the dispute is resolved.',
  },
  'payments-refused': {
    title: 'Payments are refused',
    what: 'The payment provider refuses payments for a reason that only you can mend: customers cannot pay. The case is settled as soon as a payment works again.',
  },
  'webhooks-unverified': {
    title: 'Webhooks cannot be verified',
    what: 'Webhooks name a certificate of the payment provider, and their signature cannot be verified, so the shop does not believe them. Payments still become orders, for the shop asks the provider; refunds and disputes at the provider may stay unheard. See that PAYPAL_WEBHOOK_ID is the id of this shop’s webhook, and run npm run check-paypal. The case is settled by the next webhook that is verified.',
  },
  'webhook-unknown': {
    title: 'Webhook not understood',
    what: 'The payment provider has sent a webhook of a type that the shop follows, in a form that it does not understand. The reason names its type, the id at the provider is its own. Look it up there, see to what it says, and close the case.',
  },
  'person-unreadable': {
    title: 'Person cannot be read',
    what: 'The key of this person is lost or damaged: their name, address and messages cannot be read, and they cannot sign in. A backup of the keys may have it: npm run merge-keys takes it from there and settles this case. Otherwise erase the person, which settles it within the hour; what they have ordered stays.',
  },
}

const outcomes: Readonly<Record<NonNullable<Case['outcome']>, string>> = {
  refunded: 'Refunded',
  settled: 'Settled',
  lost: 'Lost',
  closed: 'Closed',
}

/** "Open", or how the case ended. */
export const standingInWords = ({ outcome }: Pick<Case, 'outcome'>) => (outcome ? outcomes[outcome] : 'Open')
