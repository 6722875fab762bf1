import type { Order } from '@shop/language/order/api'
import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { choiceOf } from '../../cart/choice.ts'
import { formatMoney, lineTotal } from '../../lib/money.ts'
import { AddressLines, addressLines, NO_ADDRESS } from '../../orders/address-lines.tsx'
import { discountSums } from '../../orders/discount-sums.ts'
import { piecesInWords, refundInWords } from '../../orders/money-words.ts'
import { longDate } from '../../orders/order-dates.ts'
import { momentsInWords, shortId } from '../../orders/order-texts.ts'
import { AdminTable } from '../parts/admin-table.tsx'

type Paper = 'slip' | 'receipt'

/** `paper` stays set after printing, because some browsers draw the printed page only after `print` has returned. */
export function usePaper() {
  const [paper, setPaper] = useState<Paper>('slip')
  return {
    paper,
    print(wanted: Paper) {
      flushSync(() => setPaper(wanted))
      window.print()
    },
  }
}

export const hasSlip = ({ leftToShip }: Order) => leftToShip > 0

/** If no order has a packing slip, all orders are printed as receipts. */
export function OnPaper({ orders, paper }: { orders: readonly Order[]; paper: Paper }) {
  const slips = paper === 'slip' ? orders.filter(hasSlip) : []
  if (slips.length > 0) return slips.map((order) => <PackingSlip key={order._id} order={order} />)
  return orders.map((order) => <Receipt key={order._id} order={order} />)
}

/** Shows no prices, and only the pieces that are left to ship. */
function PackingSlip({ order }: { order: Order }) {
  const to = addressLines(order.shippingAddress)
  return (
    <section aria-label="Packing slip" className="hidden break-after-page last:break-after-auto print:block">
      <h2 className="type-h2">Selvedge</h2>
      <p className="num mt-2">
        Order {shortId(order._id)} of {longDate(order.createdAt)}
      </p>
      <p className="my-8 text-lg">
        <AddressLines lines={to.length > 0 ? to : [NO_ADDRESS]} />
      </p>
      <AdminTable columns={['Pieces', 'What', 'Size and color', 'SKU']}>
        {order.orderItems.filter(isToShip).map(({ productId, name, size, color, sku, toShip }) => (
          <tr key={`${productId} ${size} ${color}`}>
            <td className="num">{toShip}</td>
            <td>{name}</td>
            <td>{choiceOf({ size, color })}</td>
            <td className="num">{sku}</td>
          </tr>
        ))}
      </AdminTable>
      <p className="mt-4 font-semibold">{piecesInWords([{ quantity: order.leftToShip }])}</p>
    </section>
  )
}

const isToShip = ({ toShip }: Order['orderItems'][number]) => toShip > 0

const COLUMNS = [
  'What',
  'Size and color',
  { title: 'Pieces', end: true },
  { title: 'Unit price', end: true },
  { title: 'Total', end: true },
]

function Receipt({ order }: { order: Order }) {
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
