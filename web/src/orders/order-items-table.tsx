import type { OrderItem } from '@shop/language/checkout/api'
import { choiceOf } from '../cart/choice.ts'
import { formatMoney, lineTotal } from '../lib/money.ts'
import { productAddress } from '../products/product-address.ts'
import { Link } from '../ui/link.tsx'
import { Picture } from '../ui/picture.tsx'

export function OrderItemsTable({ items }: { items: readonly OrderItem[] }) {
  return (
    <table className="mt-8 w-full border-collapse text-[0.9375rem] max-md:block">
      <thead className="max-md:sr-only">
        <tr className="border-b border-raw text-left text-[0.8125rem] whitespace-nowrap text-stone">
          <th className="w-[68px] py-2.5">
            <span className="sr-only">Image</span>
          </th>
          <th className="py-2.5 pr-3 font-medium">Name</th>
          <th className="py-2.5 pr-3 text-right font-medium">Unit price</th>
          <th className="py-2.5 pr-3 text-right font-medium">Quantity</th>
          <th className="py-2.5 text-right font-medium">Total</th>
        </tr>
      </thead>
      <tbody className="max-md:block">
        {items.map((item) => (
          <ItemRow key={`${item.productId} ${item.size} ${item.color}`} item={item} />
        ))}
      </tbody>
    </table>
  )
}

function ItemRow({ item: { productId, name, image, size, color, price, quantity } }: { item: OrderItem }) {
  return (
    <tr className="border-b border-hair max-md:relative max-md:grid max-md:grid-cols-[72px_1fr] max-md:gap-x-4 max-md:gap-y-1 max-md:py-4 md:[&>td]:py-3.5 md:[&>td]:pr-3">
      <td className="max-md:row-[1/9]">
        <Picture url={image} alt="" sizes="72px" className="w-14 max-md:w-[72px]" />
      </td>
      <td className="wrap-anywhere">
        <Link to={productAddress(productId, color)} className="underline max-md:after:absolute max-md:after:inset-0">
          {name}
        </Link>
        <p className="type-xsmall text-stone">{choiceOf({ size, color })}</p>
      </td>
      <td className="num md:text-right">
        <RowLabel>Unit price</RowLabel>
        {formatMoney(price)}
      </td>
      <td className="num md:text-right">
        <RowLabel>Quantity</RowLabel>
        {quantity}
      </td>
      <td className="num md:!pr-0 md:text-right">
        <RowLabel>Total</RowLabel>
        {formatMoney(lineTotal(price, quantity))}
      </td>
    </tr>
  )
}

export const RowLabel = ({ children }: { children: string }) => (
  <span className="mr-1 text-[0.8125rem] text-stone md:hidden">{children}</span>
)
