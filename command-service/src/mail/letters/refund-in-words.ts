import type { OrderBooks } from '@shop/language/order/books'
import { isNotRefused } from '@shop/language/order/pieces'
import { sumOf } from '@shop/language/values/sum-of'
import { money } from './pieces.ts'

/** Empty if no refund has begun or is due. */
export function refundInWords(refunds: OrderBooks['refunds'], isDue: boolean): string {
  const back = sumOf(refunds.filter(isNotRefused).map(({ amountCents }) => amountCents))
  if (back > 0) return `We refund ${money(back)}. Another email confirms the refund.`
  return isDue ? 'We will email you again when your money is refunded.' : ''
}
