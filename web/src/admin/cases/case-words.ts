import type { Case } from '@shop/language/case/api'

type Words = Readonly<{
  title: string
  /** What happened, and what an admin can do. */
  what: string
}>

/** TABLE: the words for each kind of case. */
export const caseWords: Readonly<Record<Case['kind'], Words>> = {
  'refund-refused': {
    title: 'Refund refused',
    what: 'This money was not refunded, for the reason below. Look at the order: if the money was refunded since, close the case. Otherwise try again, or pay it back another way and close the case.',
  },
  'payment-unmatched': {
    title: 'Unmatched payment',
    what: 'The payment provider has taken this money, but no checkout matches the payment, or the payment is in another currency. First choose Try again, because the buyer’s browser may have reported the payment by now. If the case stays open, refund the money.',
  },
  'payment-unknown': {
    title: 'Unknown payment',
    what: 'The shop does not know whether this money was taken: the payment provider refuses to answer, or the shop does not understand the answer. Look at the payment at the provider, and check the permissions of the shop there. The shop asks again every hour, and a clear answer settles this case. To ask now, choose Try again. To stop asking, close the case.',
  },
  'refund-at-provider': {
    title: 'Refunded at PayPal',
    what: 'This money was refunded at the payment provider, not through the shop. Check the order, and close the case. If the provider took the money and has given it back to you, choose Money is back: the order then counts it as paid again.',
  },
  'order-deleted': {
    title: 'Paid order deleted',
    what: 'This order was deleted, and its customer has paid for it. Refund the money, restore the order, or close the case with the reason why the money is kept.',
  },
  dispute: {
    title: 'Dispute',
    what: 'The buyer disputes this payment at the payment provider. Answer at the provider before the answer is due. The case ends when the dispute is resolved.',
  },
  'dispute-lost': {
    title: 'Lost dispute',
    what: 'The buyer has won this dispute, but the payment provider has not reported that it took the money, so the books still have it. Look at the payment at the provider. If it took the money, choose Money taken: the order then counts it as refunded. If it did not, choose Money not taken: the books keep the money. Both close the case.',
  },
  'payments-refused': {
    title: 'Payments are refused',
    what: 'The payment provider refuses payments, for a reason that only you can fix. Until you fix it, some or all customers cannot pay. The case is settled as soon as a payment works again.',
  },
  'webhooks-unverified': {
    title: 'Webhooks cannot be verified',
    what: 'The shop cannot verify the signature of some webhooks, so it ignores them. Payments still become orders, because the shop asks the provider. But the shop may miss refunds and disputes that were made at the provider. Check that PAYPAL_WEBHOOK_ID is the id of this shop’s webhook, and run npm run shop -- check-paypal. The case is settled by the next webhook that is verified.',
  },
  'webhook-unknown': {
    title: 'Webhook not understood',
    what: 'The payment provider has sent a webhook of a type that the shop follows, in a form that the shop does not understand. The reason names the webhook’s type and its id at the provider. Find the webhook there, do what it requires, and close the case.',
  },
  'messages-undelivered': {
    title: 'Messages do not arrive',
    what: 'The mail server does not accept messages from the contact page, so nobody can read them. Check the address CONTACT_EMAIL, its mailbox and the mail server. The shop tries again until the messages arrive. The next message that arrives settles the case.',
  },
  'person-unreadable': {
    title: 'A person’s data cannot be read',
    what: 'The key of this person is lost or damaged, so their name, address and messages cannot be read, and they cannot sign in. If a backup of the keys has this key, use npm run shop -- merge-keys: it restores the key and settles this case. If no backup has the key, erase the person: that settles the case within the hour, and the orders stay.',
  },
}

const outcomes: Readonly<Record<NonNullable<Case['outcome']>, string>> = {
  refunded: 'Refunded',
  settled: 'Settled',
  lost: 'Lost',
  closed: 'Closed',
}

export const statusInWords = ({ outcome }: Pick<Case, 'outcome'>) => (outcome ? outcomes[outcome] : 'Open')
