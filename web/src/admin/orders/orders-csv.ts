import { MAX_LISTED } from '@shop/language/limits'
import type { Order } from '@shop/language/order/api'
import { useMutation } from '@tanstack/react-query'
import { api, type Page } from '../../lib/api.ts'
import { download } from '../../lib/download.ts'
import { reasonInWords } from '../../orders/reason-words.ts'
import { csvOf } from '../parts/csv.ts'
import { customerOf } from '../parts/customer-of.ts'

/** Larger exports would keep the shop busy, and no admin reads them. */
const MOST_PAGES = 10

export const useOrdersCsv = () =>
  useMutation({
    mutationFn: async (query: URLSearchParams) => {
      const orders: Order[] = []
      let next: string | undefined =
        `/api/admin/orders?${new URLSearchParams([...query, ['limit', String(MAX_LISTED)]])}`
      for (let pages = 0; next && pages < MOST_PAGES; pages++) {
        const page: Page<Order> = await api.page<Order>(next)
        orders.push(...page.items)
        next = page.next
      }
      const today = new Date().toISOString().slice(0, 10)
      download(`selvedge-orders-${today}.csv`, 'text/csv', csvOf([columns.map(([name]) => name), ...orders.map(rowOf)]))
      return { count: orders.length, isAll: next === undefined }
    },
  })

const rowOf = (order: Order) => columns.map(([, of]) => of(order))

/** TABLE: the columns of the file. */
const columns: readonly (readonly [name: string, of: (order: Order) => string | number])[] = [
  ['Order ID', ({ _id }) => _id],
  ['Placed', ({ createdAt }) => createdAt],
  ['Customer', (order) => customerOf(order)?.name ?? ''],
  ['Status', ({ isPaid, status }) => (isPaid ? status : 'Under review')],
  ['Discount', ({ discount = 0 }) => discount],
  ['Total', ({ totalPrice }) => totalPrice],
  ['Refunded', ({ refundedTotal }) => refundedTotal],
  ['Refund due', ({ refundDue }) => (refundDue ? 'yes' : 'no')],
  ['Address incomplete', ({ incompleteAddress }) => (incompleteAddress ? 'yes' : 'no')],
  ['Pieces', ({ orderItems }) => orderItems.reduce((sum, { quantity }) => sum + quantity, 0)],
  ['Items', ({ orderItems }) => orderItems.map(itemInWords).join('; ')],
  ['First name', ({ shippingAddress }) => shippingAddress.firstName],
  ['Last name', ({ shippingAddress }) => shippingAddress.lastName],
  ['Address', ({ shippingAddress }) => shippingAddress.address],
  ['Address 2', ({ shippingAddress }) => shippingAddress.address2],
  ['Postal code', ({ shippingAddress }) => shippingAddress.postalCode],
  ['City', ({ shippingAddress }) => shippingAddress.city],
  ['State', ({ shippingAddress }) => shippingAddress.state],
  ['Country', ({ shippingAddress }) => shippingAddress.country],
  ['Phone', ({ shippingAddress }) => shippingAddress.phone],
  ['Tracking number', ({ trackingNumber }) => trackingNumber ?? ''],
  ['Reasons', reasonsOf],
]

function reasonsOf({ cancelReason, returns, refunds }: Order) {
  const chosen = [cancelReason, ...[...returns, ...refunds].map(({ chosenReason }) => chosenReason)]
  return [...new Set(chosen.map(reasonInWords))].filter(Boolean).join('; ')
}

const itemInWords = ({ quantity, name, size, color, sku }: Order['orderItems'][number]) =>
  `${quantity} × ${[name, size, color, sku].filter(Boolean).join(', ')}`
