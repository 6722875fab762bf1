import type { Order, Refund, Return } from '@shop/language/order/api'
import { formatMoney } from '../lib/money.ts'
import { refundInWords, returnInWords } from './money-words.ts'
import { reasonInWords } from './reason-words.ts'

export function OrderMoney({ order }: { order: Order }) {
  const { refunds, returns, refundedTotal, paymentMethod } = order
  if (refunds.length === 0 && returns.length === 0) return null
  return (
    <section aria-labelledby="money" className="mt-8 border-t border-raw pt-3.5">
      <h2 id="money" className="type-h4 mb-2">
        Returns and refunds
      </h2>
      <ul className="grid gap-1.5 text-[0.9375rem] text-rinse">
        {returns.map((one) => (
          <li key={one._id}>
            {returnInWords(one)} <Why {...one} />
          </li>
        ))}
        {refunds.map((refund) => (
          <li key={refund._id}>
            {refundInWords(refund, paymentMethod)} <Why {...refund} />
          </li>
        ))}
      </ul>
      {refundedTotal > 0 && <p className="num mt-2 font-semibold">Refunded: {formatMoney(refundedTotal)}</p>}
    </section>
  )
}

const Why = ({ chosenReason }: Refund | Return) => chosenReason && `Reason: ${reasonInWords(chosenReason)}.`
