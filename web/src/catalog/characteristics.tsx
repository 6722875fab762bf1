import { RETURN_DAYS } from '@shop/language/limits'
import type { Product } from '@shop/language/product/api'
import { capitalized } from '../lib/capitalized.ts'
import { EstimatedDelivery } from '../orders/estimated-delivery.tsx'
import { Globe, Undo } from '../ui/icons/icons.tsx'
import { Clock } from '../ui/icons/page-icons.tsx'
import { checkedFilters } from './filters.ts'

export function Characteristics({ product }: { product: Product }) {
  return (
    <div className="max-md:order-1">
      <h2 className="type-h4 mb-2">Characteristics</h2>
      <table className="w-full border-b border-hair text-left text-[0.9375rem]">
        <tbody>
          <Row name="Brand" value={product.brand} />
          {checkedFilters.map((name) => (
            <Row key={name} name={capitalized(name)} value={product[name]} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const Row = ({ name, value }: { name: string; value: string }) => (
  <tr className="border-t border-hair">
    <th scope="row" className="w-2/5 py-3 font-normal text-stone">
      {name}
    </th>
    <td className="py-3 wrap-anywhere">{value}</td>
  </tr>
)

export function Promises() {
  return (
    <ul className="type-xsmall grid gap-1.5 text-rinse max-md:order-1">
      <li className="flex items-center gap-2.5">
        <Clock />
        <span>
          Estimated delivery: <EstimatedDelivery />
        </span>
      </li>
      <li className="flex items-center gap-2.5">
        <Globe />
        Free international shipping on orders over $100.00
      </li>
      <li className="flex items-center gap-2.5">
        <Undo />
        Easy returns within {RETURN_DAYS} days
      </li>
    </ul>
  )
}
