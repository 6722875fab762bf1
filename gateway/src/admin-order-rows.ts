import { CaseReasonBody } from '@shop/language/case/api'
import { WriteNoteBody } from '@shop/language/customer/api'
import { HoldQuery, ReleaseHoldBody } from '@shop/language/hold/api'
import {
  AdminOrderQuery,
  ChangeStatusBody,
  ChangeStatusesBody,
  OrderNeighboursQuery,
  ReceiveReturnBody,
  RefundBody,
} from '@shop/language/order/api'
import { type ApiRow, createCall, getCall, writeCall } from './api-row.ts'

/** TABLE: the calls that admins make about orders. */
export const adminOrderRows: readonly ApiRow[] = [
  getCall('/api/admin/orders', 'admin', 'All orders', 'Order[]', AdminOrderQuery),
  getCall('/api/admin/orders/count', 'admin', 'The number of orders', 'OrderCount'),
  writeCall('PUT /api/admin/orders/{id}', 'admin', 'Change the status of an order', 'Order', ChangeStatusBody),
  writeCall(
    'POST /api/admin/orders/bulk',
    'admin',
    'Change the status of several orders',
    'OrdersChanged',
    ChangeStatusesBody,
  ),
  writeCall('DELETE /api/admin/orders/{id}', 'admin', 'Delete an order', 'OrderDeleted'),
  createCall('/api/admin/orders/{id}/refunds', 'admin', 'Refund an order', 'RefundedOrder', RefundBody),
  writeCall(
    'POST /api/admin/orders/{id}/refund-case/close',
    'admin',
    'Close a refund case without a refund',
    'Order',
    CaseReasonBody,
  ),
  writeCall('PUT /api/admin/orders/{id}/returns/{returnId}', 'admin', 'Receive a return', 'Order', ReceiveReturnBody),
  writeCall('POST /api/admin/orders/{id}/restore', 'admin', 'Restore a deleted order', 'Order'),
  createCall('/api/admin/orders/{id}/notes', 'admin', 'Write a note on an order', 'Note', WriteNoteBody),
  getCall('/api/admin/orders/{id}/history', 'admin', "An order's history", 'HistoryEntry[]'),
  getCall(
    '/api/admin/orders/{id}/neighbours',
    'admin',
    'The orders before and after an order in a list',
    'OrderNeighbours',
    OrderNeighboursQuery,
  ),
]

/** TABLE: the calls that admins make about pieces that are held but not paid. */
export const holdRows: readonly ApiRow[] = [
  getCall('/api/admin/holds', 'admin', 'Checkouts that hold unpaid pieces', 'Hold[]', HoldQuery),
  writeCall('POST /api/admin/holds/{id}/release', 'admin', 'Release held pieces', 'Message', ReleaseHoldBody),
]
