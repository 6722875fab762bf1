import type { Order } from '@shop/language/order/api'
import type { ReactNode } from 'react'
import { choiceOf } from '../../cart/choice.ts'
import { formatMoney, lineTotal } from '../../lib/money.ts'
import { AddressLines, addressLines, NO_ADDRESS } from '../../orders/address-lines.tsx'
import { discountSums } from '../../orders/discount-sums.ts'
import { refundInWords } from '../../orders/money-words.ts'
import { longDate } from '../../orders/order-dates.ts'
import { momentsInWords, shortId } from '../../orders/order-texts.ts'
import { AdminTable } from '../parts/admin-table.tsx'

const COLUMNS = [
  'What',
  'Size and color',
  { title: 'Pieces', end: true },
  { title: 'Unit price', end: true },
  { title: 'Total', end: true },
]

export function Receipt({ order }: { order: Order }) {
  const { _id, createdAt, paidAt, paymentMethod, orderItems, refunds, refundedTotal, totalPrice } = order
  const to = addressLines(order.shippingAddress)
  return (
    <section aria-label="Receipt" className="hidden break-after-page last:break-after-auto print:block">
      <h2 className="type-h2">Selvedge</h2>
      <p className="num mt-2">
        Receipt for order {shortId(_id)} of {longDate(createdAt)}
      </p>
      <p className="num">
        {paymentMethod}
        {paidAt && `, paid on ${longDate(paidAt)}`}
      </p>
      {momentsInWords(order).map((sentence) => (
        <p key={sentence} className="num">
          {sentence}
        </p>
      ))}
      <p className="my-8">
        <AddressLines lines={to.length > 0 ? to : [NO_ADDRESS]} />
      </p>
      <AdminTable columns={COLUMNS}>
        {orderItems.map(({ productId, name, size, color, price, quantity }) => (
          <tr key={`${productId} ${size} ${color}`}>
            <td>{name}</td>
            <td>{choiceOf({ size, color })}</td>
            <td data-end className="num">
              {quantity}
            </td>
            <td data-end className="num">
              {formatMoney(price)}
            </td>
            <td data-end className="num">
              {formatMoney(lineTotal(price, quantity))}
            </td>
          </tr>
        ))}
      </AdminTable>
      <dl className="num mt-5 ml-auto grid max-w-[320px] gap-2">
        {discountSums(order).map(([name, amount]) => (
          <Sum key={name} name={name}>
            {amount}
          </Sum>
        ))}
        <Sum name="Shipping">{order.shippingMethod}</Sum>
        <Sum name="Total">
          <b>{formatMoney(totalPrice)}</b>
        </Sum>
        {refundedTotal > 0 && <Sum name="Refunded">{formatMoney(refundedTotal)}</Sum>}
      </dl>
      {refunds.length > 0 && (
        <ul className="mt-5">
          {refunds.map((refund) => (
            <li key={refund._id}>{refundInWords(refund, paymentMethod)}</li>
          ))}
        </ul>
      )}
    </section>
  )
}

const Sum = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex justify-between gap-4">
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
