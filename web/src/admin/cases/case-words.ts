import type { Case } from '@shop/language/api/cases'

type Words = Readonly<{
  title: string
  /** What happened, and what an admin can do. */
  what: string
}>

/** TABLE: what each kind of case is about. */
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
  dispute: {
    title: 'Dispute',
    what: 'The buyer disputes this payment at the payment provider. Answer there; the case is settled when the dispute is resolved.',
  },
}

const outcomes: Readonly<Record<NonNullable<Case['outcome']>, string>> = {
  refunded: 'Refunded',
  settled: 'Settled',
  closed: 'Closed',
}

/** Open, or how it has ended. */
export const standingInWords = ({ outcome }: Pick<Case, 'outcome'>) => (outcome ? outcomes[outcome] : 'Open')
