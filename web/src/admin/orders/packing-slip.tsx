import type { Order } from '@shop/language/order/api'
import { choiceOf } from '../../cart/choice.ts'
import { AddressLines, addressLines, NO_ADDRESS } from '../../orders/address-lines.tsx'
import { piecesInWords } from '../../orders/money-words.ts'
import { longDate } from '../../orders/order-dates.ts'
import { shortId } from '../../orders/order-texts.ts'
import { AdminTable } from '../parts/admin-table.tsx'

/** Shows no prices, and only the pieces that are left to ship. */
export function PackingSlip({ order }: { order: Order }) {
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
