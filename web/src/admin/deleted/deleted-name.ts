import type { Deleted } from '@shop/language/api/deleted'
import { shortId } from '../../orders/order-texts.ts'

/** What a deleted product or order is called. */
export const deletedName = ({ _id, kind, product }: Deleted): string =>
  kind === 'order' ? `Order ${shortId(_id)}` : (product?.name ?? `Product ${shortId(_id)}`)
