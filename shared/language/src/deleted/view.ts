import type { ProductDocument } from '../product/document.ts'
import { toDecimal } from '../values/money.ts'
import type { Deleted } from './api.ts'
import type { DeletionDocument } from './document.ts'

type Beside = Readonly<{
  /** The name of the user who deleted the order or product. */
  by: string | undefined
  product: ProductDocument | undefined
  customer: string | undefined
}>

export const deletedView = (deletion: DeletionDocument, { by, product, customer }: Beside): Deleted => ({
  _id: deletion.thingId,
  kind: deletion.kind,
  deletedAt: deletion.deletedAt,
  ...(deletion.version !== null && { version: deletion.version }),
  ...(by !== undefined && { deletedBy: by }),
  ...(product && {
    product: {
      name: product.name,
      sku: product.sku,
      image: product.images[0]?.url ?? '',
      price: toDecimal(product.priceCents),
    },
  }),
  ...(deletion.placed && {
    order: {
      createdAt: deletion.placed.at,
      totalPrice: toDecimal(deletion.placed.totalCents),
      ...(customer !== undefined && deletion.customerId && { user: { _id: deletion.customerId, name: customer } }),
      pieces: deletion.names,
    },
  }),
})
