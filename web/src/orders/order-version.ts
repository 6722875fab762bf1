import type { Order } from '@shop/language/order/api'
import { orderEtag } from '@shop/language/order/etag'
import { ApiError } from '../lib/api.ts'

/** If the order has a newer version, the shop refuses the change and sends the current order (decisions O4). */
export const ifShown = ({ version }: Pick<Order, 'version'>) =>
  version === undefined ? {} : { headers: { 'if-match': orderEtag(version) } }

export const changedOrderIn = (error: unknown): Order | undefined =>
  error instanceof ApiError && error.status === 412 ? error.body.order : undefined
