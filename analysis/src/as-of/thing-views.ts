import type { Thing } from '@shop/language/analysis/things'
import type { CartDocument } from '@shop/language/cart/document'
import { isRefundDue, refundedCents } from '@shop/language/order/books'
import type { OrderDocument } from '@shop/language/order/document'
import { itemView, orderView } from '@shop/language/order/view'
import type { ProductDocument } from '@shop/language/product/document'
import type { StockDocument } from '@shop/language/stock/document'
import { availableOf } from '@shop/language/stock/lines'
import { toDecimal } from '@shop/language/values/money'
import type { PriceDocument } from './price-projection.ts'

type Of<Kind extends Thing['kind']> = Extract<Thing, { kind: Kind }>

/** Leaves out the personal fields: the address, the tracking number and the typed reasons. */
export function orderThing(order: OrderDocument): Of<'order'> {
  const { refunds, returns } = orderView(order)
  return {
    kind: 'order',
    _id: order._id,
    customer: order.customerId,
    placedAt: order.placedAt,
    paidAt: order.paidAt,
    ...(order.deliveredAt && { deliveredAt: order.deliveredAt }),
    country: order.country,
    paymentMethod: order.paymentMethod,
    status: order.status,
    ...(order.cancelReason && { cancelReason: order.cancelReason }),
    total: toDecimal(order.totalCents),
    refunded: toDecimal(refundedCents(order)),
    refundDue: isRefundDue(order),
    returnDue: order.returnDue,
    items: order.items.map((item) => ({ ...itemView(item), paid: toDecimal(item.paidCents) })),
    refunds,
    returns: returns.map(({ reason: _, ...one }) => one),
  }
}

export const cartThing = ({ _id, items, heldBy }: CartDocument): Of<'cart'> => ({
  kind: 'cart',
  _id,
  items: items.map(({ productId, name, image, size, color, quantity, priceCents }) => ({
    productId,
    name,
    image,
    size,
    color,
    quantity,
    price: toDecimal(priceCents),
  })),
  total: toDecimal(items.reduce((cents, { priceCents, quantity }) => cents + priceCents * quantity, 0)),
  ...(heldBy !== null && { checkout: heldBy }),
})

export const productThing = (product: ProductDocument): Of<'product'> => ({
  kind: 'product',
  _id: product._id,
  name: product.name,
  ...(product.sku && { sku: product.sku }),
  price: toDecimal(product.priceCents),
  category: product.category,
  brand: product.brand,
  material: product.material,
  gender: product.gender,
  collection: product.collections,
  sizes: product.sizes,
  colors: product.colors,
  image: product.images[0]?.url ?? '',
  listedAt: product.listedAt,
  sold: product.sold,
  deleted: product.deleted,
})

export const stockThing = ({ _id, lines }: StockDocument, name?: string): Of<'stock'> => ({
  kind: 'stock',
  _id,
  ...(name !== undefined && { name }),
  available: availableOf(lines),
  lines,
})

export const priceThing = ({ _id, name, deleted, changes }: PriceDocument): Of<'price'> => ({
  kind: 'price',
  _id,
  name,
  price: toDecimal(changes.at(-1)!.priceCents),
  deleted,
  changes: changes.map(({ event, at, priceCents }) => ({ event, at, price: toDecimal(priceCents) })),
})
