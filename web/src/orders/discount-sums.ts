import { formatMoney } from '../lib/money.ts'

type Sums = { discount?: number; totalPrice: number }

export function discountSums({ discount, totalPrice }: Sums): readonly (readonly [name: string, amount: string])[] {
  if (!discount) return []
  return [
    ['Subtotal', formatMoney(fullPrice({ discount, totalPrice }))],
    ['Discount', `−${formatMoney(discount)}`],
  ]
}

/** The sum of the lines in dollars, rounded to the cent. */
export const fullPrice = ({ discount = 0, totalPrice }: Sums) => Math.round((totalPrice + discount) * 100) / 100
