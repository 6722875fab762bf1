import type { Deleted } from '@shop/language/deleted/api'
import { shortId } from '../../orders/order-texts.ts'

export const deletedName = ({ _id, kind, product }: Deleted): string =>
  kind === 'order' ? `Order ${shortId(_id)}` : (product?.name ?? `Product ${shortId(_id)}`)
