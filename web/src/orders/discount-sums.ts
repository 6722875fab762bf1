import { formatMoney } from '../lib/money.ts'

type Sums = { discount?: number; totalPrice: number }

/** The steps from the prices of the lines to the total, so that the column adds up; none where no code took anything off. */
export function discountSums({ discount, totalPrice }: Sums): readonly (readonly [name: string, amount: string])[] {
  if (!discount) return []
  return [
    ['Subtotal', formatMoney(fullPrice({ discount, totalPrice }))],
    ['Discount', `−${formatMoney(discount)}`],
  ]
}

/** The sum of the lines at their prices, in dollars, to the cent. */
export const fullPrice = ({ discount = 0, totalPrice }: Sums) => Math.round((totalPrice + discount) * 100) / 100
