import { ParcelAddress } from '@shop/language/address/api'
import { TrailBody } from '@shop/language/analysis/trail'
import {
  AddToCartBody,
  CartQuery,
  ChangeQuantityBody,
  MergeCartBody,
  RemoveFromCartBody,
} from '@shop/language/cart/api'
import { CaseQuery, CaseReasonBody, CloseCaseBody } from '@shop/language/case/api'
import { PayBody, StartCheckoutBody } from '@shop/language/checkout/api'
import {
  ContactBody,
  EraseCorrespondentBody,
  NewsletterBody,
  NewsletterLinkBody,
} from '@shop/language/correspondence/api'
import { DashboardQuery } from '@shop/language/dashboard/api'
import { DeletedQuery } from '@shop/language/deleted/api'
import { OutboxQuery } from '@shop/language/mail/api'
import { CancelBody, ReturnBody } from '@shop/language/order/api'
import {
  AdminProductQuery,
  CreateProductBody,
  EditProductBody,
  ProductFilters,
  ProductQuery,
  SuggestionQuery,
} from '@shop/language/product/api'
import { LiveQuery } from '@shop/language/shop/api'
import { ReceiveStockBody, StockLedgerQuery } from '@shop/language/stock/api'
import { PageQuery } from '@shop/language/values/list-query'
import * as z from 'zod'
import { accountRows, userRows } from './account-rows.ts'
import { adminOrderRows, holdRows } from './admin-order-rows.ts'
import { analysisRows } from './analysis-rows.ts'
import { type ApiRow, answeredBy, createCall, gatewayCall, getCall, writeCall } from './api-row.ts'

/** The only request body that is not JSON. */
export const UploadForm = z.object({ image: z.file() })

/** TABLE: every public path and the room that answers it. */
export const apiTable: readonly ApiRow[] = [
  getCall('/api/products', 'anyone', 'Find products', 'Product[]', ProductQuery),
  getCall('/api/products/facets', 'anyone', 'Product counts for filters', 'Facets', ProductFilters),
  getCall('/api/products/best-seller', 'anyone', 'The best-selling product', 'BestSeller'),
  getCall('/api/products/new-arrivals', 'anyone', 'The newest products', 'Product[]'),
  getCall('/api/products/similar/{id}', 'anyone', 'Similar products', 'Product[]'),
  getCall('/api/search/suggestions', 'anyone', 'Suggestions while a search is typed', 'Suggestions', SuggestionQuery),
  getCall('/api/products/{id}', 'anyone', 'One product', 'Product'),
  writeCall('PUT /api/products/{id}', 'admin', 'Edit a product', 'Product', EditProductBody),
  writeCall('DELETE /api/products/{id}', 'admin', 'Delete a product', 'Message'),
  getCall('/api/cart', 'cart owner', 'The cart', 'Cart', CartQuery),
  writeCall('POST /api/cart', 'cart owner', 'Add a product to the cart', 'Cart', AddToCartBody),
  writeCall('PUT /api/cart', 'cart owner', "Change a line's quantity", 'Cart', ChangeQuantityBody),
  writeCall('DELETE /api/cart', 'cart owner', 'Remove a line of the cart', 'Cart', RemoveFromCartBody),
  writeCall('POST /api/cart/merge', 'customer', "Take over a guest's cart", 'MergedCart', MergeCartBody),
  ...accountRows,
  getCall('/api/orders/my-orders', 'customer', "The caller's orders", 'Order[]', PageQuery),
  getCall('/api/orders/{id}', 'owner or admin', 'One order', 'Order'),
  writeCall('POST /api/orders/{id}/cancel', 'owner', 'Cancel an unshipped order', 'Order', CancelBody),
  writeCall(
    'PUT /api/orders/{id}/address',
    'owner or admin',
    'Change the address before the order is shipped',
    'Order',
    ParcelAddress,
  ),
  createCall('/api/orders/{id}/returns', 'owner', 'Request a return of pieces', 'ReturnedOrder', ReturnBody),
  createCall('/api/contact', 'anyone', 'Send a message to the shop', 'Message', ContactBody),
  writeCall('POST /api/newsletter', 'anyone', 'Request the newsletter', 'Message', NewsletterBody),
  writeCall(
    'POST /api/newsletter/confirm',
    'anyone',
    'Confirm the newsletter with the mailed link',
    'Message',
    NewsletterLinkBody,
  ),
  writeCall(
    'POST /api/newsletter/unsubscribe',
    'anyone',
    'Unsubscribe from the newsletter with the mailed link',
    'Message',
    NewsletterLinkBody,
  ),
  createCall('/api/checkout', 'customer', 'Start a checkout', 'StartedCheckout', StartCheckoutBody),
  {
    ...answeredBy(
      'commands',
      getCall('/api/checkout/{id}', 'owner', 'A checkout, and whether it was paid', 'CheckoutNow'),
    ),
    at: '/checkouts/{id}/charged',
  },
  writeCall('PUT /api/checkout/pay', 'owner', 'Record the payment', 'Checkout', PayBody),
  writeCall('PUT /api/checkout/{id}/pay', 'owner', 'Record the payment', 'Checkout', PayBody),
  writeCall('POST /api/checkout/{id}/payment', 'owner', 'Start the payment', 'PaymentStarted'),
  writeCall('POST /api/checkout/{id}/cancel', 'owner', 'Cancel a checkout', 'Checkout'),
  writeCall('POST /api/checkout/{id}/finalize', 'owner', 'Place the order', 'Order'),
  getCall('/api/admin/products', 'admin', 'All products', 'Product[]', AdminProductQuery),
  createCall('/api/admin/products', 'admin', 'Create a product', 'Product', CreateProductBody),
  writeCall('PUT /api/admin/products/{id}', 'admin', 'Edit a product', 'Product', EditProductBody),
  writeCall('DELETE /api/admin/products/{id}', 'admin', 'Delete a product', 'Message'),
  getCall(
    '/api/admin/products/{id}/stock',
    'admin',
    "A product's stock history",
    'StockLedgerEntry[]',
    StockLedgerQuery,
  ),
  getCall('/api/admin/products/{id}/history', 'admin', "A product's history: who changed what", 'HistoryEntry[]'),
  createCall(
    '/api/admin/products/{id}/stock/receipts',
    'admin',
    'Add received pieces to the stock',
    'Product',
    ReceiveStockBody,
  ),
  writeCall('POST /api/admin/products/{id}/restore', 'admin', 'Restore a product', 'Product'),
  ...adminOrderRows,
  getCall('/api/admin/deleted', 'admin', 'Deleted products and orders', 'Deleted[]', DeletedQuery),
  ...holdRows,
  getCall('/api/admin/cases', 'admin', 'Cases that need attention', 'Case[]', CaseQuery),
  getCall('/api/admin/cases/{id}', 'admin', 'One case', 'Case'),
  getCall('/api/admin/cases/{id}/history', 'admin', "A case's history", 'HistoryEntry[]'),
  writeCall('POST /api/admin/cases/{id}/retry', 'admin', 'Retry what failed in a case', 'Case'),
  writeCall('POST /api/admin/cases/{id}/refund', 'admin', 'Refund a case', 'Case', CaseReasonBody),
  writeCall('POST /api/admin/cases/{id}/close', 'admin', 'Close a case', 'Case', CloseCaseBody),
  // The text of a mail is in no log and in no read model, so the query-service cannot show it.
  answeredBy(
    'commands',
    getCall('/api/admin/outbox', 'admin', 'Mails that are kept instead of sent', 'OutboxMail[]', OutboxQuery),
  ),
  ...userRows,
  writeCall(
    'POST /api/admin/correspondents/erase',
    'admin',
    'Erase the data of an email address without an account',
    'Message',
    EraseCorrespondentBody,
  ),
  getCall(
    '/api/admin/consistency',
    'admin',
    'How far the pages of the shop are behind the log, in events',
    'Consistency',
  ),
  getCall('/api/admin/read-models', 'admin', 'The failures and the build progress of the read models', 'ReadModel[]'),
  getCall('/api/admin/dashboard', 'admin', "The dashboard's figures", 'Dashboard', DashboardQuery),
  ...analysisRows,
  getCall('/api/live', 'anyone', 'Changes in the shop, as they happen', 'LiveMessage', LiveQuery),
  writeCall('POST /api/webhooks/paypal', 'anyone', 'Receive a webhook of PayPal', 'Message'),
  writeCall('POST /api/upload', 'anyone', 'Upload a picture', 'Uploaded', UploadForm),
  answeredBy('gateway', writeCall('POST /api/trail', 'anyone', 'Report what a page has shown', 'Message', TrailBody)),
  gatewayCall('/api/config', 'The settings that a client reads when it starts', 'ShopConfig'),
  gatewayCall('/api/openapi.json', 'This API as an OpenAPI document', 'OpenApi'),
]
