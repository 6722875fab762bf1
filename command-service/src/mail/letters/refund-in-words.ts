import type { OrderBooks } from '@shop/language/order/books'
import { isNotRefused } from '@shop/language/order/pieces'
import { sumOf } from '@shop/language/values/sum-of'
import { money } from './pieces.ts'

/** The letter's sentence about refunds that have begun, or about a refund that is due. Empty if there is neither. */
export function refundInWords(refunds: OrderBooks['refunds'], isDue: boolean): string {
  const back = sumOf(refunds.filter(isNotRefused).map(({ amountCents }) => amountCents))
  if (back > 0) return `We refund ${money(back)}. Another email confirms the refund.`
  return isDue ? 'We will email you again when your money is refunded.' : ''
}
