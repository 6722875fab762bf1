import type { Thing } from '@shop/language/analysis/things'
import type { Pseudonym } from '../src/pseudonyms/pseudonyms.ts'

export function withPseudonyms(thing: Thing, pseudonym: Pseudonym): Thing {
  if (thing.kind === 'cart') {
    const { checkout, ...cart } = thing
    return { ...cart, _id: pseudonym(thing._id), ...(checkout !== undefined && { checkout }) }
  }
  if (thing.kind !== 'order') return thing
  const refunds = thing.refunds.map((refund) => ({ ...refund, _id: pseudonym(refund._id) }))
  return { ...thing, customer: pseudonym(thing.customer), refunds }
}
