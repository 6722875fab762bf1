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
}

const outcomes: Readonly<Record<NonNullable<Case['outcome']>, string>> = {
  refunded: 'Refunded',
  settled: 'Settled',
  closed: 'Closed',
}

/** Open, or how it has ended. */
export const standingInWords = ({ outcome }: Pick<Case, 'outcome'>) => (outcome ? outcomes[outcome] : 'Open')
