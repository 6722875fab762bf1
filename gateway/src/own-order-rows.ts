import { ParcelAddress } from '@shop/language/address/api'
import { CancelBody, ReturnBody } from '@shop/language/order/api'
import { PageQuery } from '@shop/language/values/list-query'
import { type ApiRow, createCall, getCall, writeCall } from './api-row.ts'

/** TABLE: the calls that customers make about their orders. */
export const ownOrderRows: readonly ApiRow[] = [
  getCall('/api/orders/my-orders', '/orders/my-orders', 'customer', "The caller's orders", 'Order[]', PageQuery),
  getCall('/api/orders/{id}', '/orders/{id}', 'owner or admin', 'One order', 'Order'),
  writeCall(
    'POST /api/orders/{id}/cancel',
    '/own-orders/{id}/cancel',
    'owner',
    'Cancel an unshipped order',
    'Order',
    CancelBody,
  ),
  writeCall(
    'PUT /api/orders/{id}/address',
    '/own-orders/{id}/address',
    'owner or admin',
    'Change the address before the order is shipped',
    'Order',
    ParcelAddress,
  ),
  createCall(
    '/api/orders/{id}/returns',
    '/own-orders/{id}/returns',
    'owner',
    'Request a return of pieces',
    'ReturnedOrder',
    ReturnBody,
  ),
]
