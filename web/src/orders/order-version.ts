import { orderEtag } from '@shop/language/api/order-etag'
import type { Order } from '@shop/language/api/orders'
import { ApiError } from '../lib/api.ts'

/** For a change of the order as it was shown: refused with the order as it is when somebody has changed it since (decisions O4). */
export const ifShown = ({ version }: Pick<Order, 'version'>) =>
  version === undefined ? {} : { headers: { 'if-match': orderEtag(version) } }

/** The order as it is now, in the refusal of a change that was decided on another version of it. */
export const changedOrderIn = (error: unknown): Order | undefined =>
  error instanceof ApiError && error.status === 412 ? error.body.order : undefined
