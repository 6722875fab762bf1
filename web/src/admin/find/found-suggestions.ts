import type { User } from '@shop/language/account/api'
import type { Order } from '@shop/language/order/api'
import type { Product } from '@shop/language/product/api'
import { shortId } from '../../orders/order-texts.ts'
import type { Suggestion } from '../../ui/use-chosen-suggestion.ts'
import { customerOf } from '../parts/customer-of.ts'

export type Found = Readonly<{ orders: readonly Order[]; products: readonly Product[]; users: readonly User[] }>

/** Lists the pages whose names contain the typed text, then the shop's results. Without typed text, lists all pages. */
export function foundSuggestions(
  term: string,
  pages: readonly Readonly<{ label: string; to: string }>[],
  found?: Found,
): readonly Suggestion[] {
  const typed = term.trim().toLowerCase()
  const { orders = [], products = [], users = [] } = found ?? {}
  return [
    ...pages
      .filter(({ label }) => label.toLowerCase().includes(typed))
      .map(({ label, to }) => ({ key: `page ${to}`, to, label, note: 'Page' })),
    ...orders.map(({ _id, status, ...order }) => ({
      key: `order ${_id}`,
      to: `/admin/orders/${_id}`,
      label: [`Order ${shortId(_id)}`, customerOf(order)?.name].filter(Boolean).join(', '),
      note: status,
    })),
    ...products.map(({ _id, name, sku }) => ({
      key: `product ${_id}`,
      to: `/admin/products/${_id}/edit`,
      label: name,
      note: sku ?? 'Product',
    })),
    ...users.map(({ _id, name, email }) => ({
      key: `user ${_id}`,
      to: `/admin/users/${_id}`,
      label: name,
      note: email,
    })),
  ]
}
