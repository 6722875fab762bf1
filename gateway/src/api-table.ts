import { TrailBody } from '@shop/language/analysis/trail'
import {
  AddToCartBody,
  CartQuery,
  ChangeQuantityBody,
  MergeCartBody,
  RemoveFromCartBody,
} from '@shop/language/cart/api'
import { CaseQuery, CaseReasonBody } from '@shop/language/case/api'
import { PayBody, StartCheckoutBody } from '@shop/language/checkout/api'
import { ContactBody, EraseCorrespondentBody } from '@shop/language/correspondence/contact'
import { NewsletterBody, NewsletterLinkBody } from '@shop/language/correspondence/newsletter'
import { DashboardQuery } from '@shop/language/dashboard/api'
import { DeletedQuery } from '@shop/language/deleted/api'
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
import { ownOrderRows } from './own-order-rows.ts'

/** The only request body that is not JSON. */
export const UploadForm = z.object({ image: z.file() })

/** TABLE: every public path and the room that answers it. */
export const apiTable: readonly ApiRow[] = [
  getCall('/api/products', '/products', 'anyone', 'Find products', 'Product[]', ProductQuery),
  getCall('/api/products/facets', '/products/facets', 'anyone', 'Product counts for filters', 'Facets', ProductFilters),
  getCall('/api/products/best-seller', '/products/best-seller', 'anyone', 'The best-selling product', 'BestSeller'),
  getCall('/api/products/new-arrivals', '/products/new-arrivals', 'anyone', 'The newest products', 'Product[]'),
  getCall('/api/products/similar/{id}', '/products/similar/{id}', 'anyone', 'Similar products', 'Product[]'),
  getCall(
    '/api/search/suggestions',
    '/search/suggestions',
    'anyone',
    'Suggestions while a search is typed',
    'Suggestions',
    SuggestionQuery,
  ),
  getCall('/api/products/{id}', '/products/{id}', 'anyone', 'One product', 'Product'),
  writeCall('PUT /api/products/{id}', '/products/{id}', 'admin', 'Edit a product', 'Product', EditProductBody),
  writeCall('DELETE /api/products/{id}', '/products/{id}', 'admin', 'Delete a product', 'Message'),
  getCall('/api/cart', '/cart', 'cart owner', 'The cart', 'Cart', CartQuery),
  writeCall('POST /api/cart', '/cart', 'cart owner', 'Add a product to the cart', 'Cart', AddToCartBody),
  writeCall('PUT /api/cart', '/cart', 'cart owner', "Change a line's quantity", 'Cart', ChangeQuantityBody),
  writeCall('DELETE /api/cart', '/cart', 'cart owner', 'Remove a line of the cart', 'Cart', RemoveFromCartBody),
  writeCall('POST /api/cart/merge', '/cart/merge', 'customer', "Take over a guest's cart", 'MergedCart', MergeCartBody),
  ...accountRows,
  ...ownOrderRows,
  createCall('/api/contact', '/contact', 'anyone', 'Send a message to the shop', 'Message', ContactBody),
  writeCall('POST /api/newsletter', '/newsletter', 'anyone', 'Request the newsletter', 'Message', NewsletterBody),
  writeCall(
    'POST /api/newsletter/confirm',
    '/newsletter/confirm',
    'anyone',
    'Confirm the newsletter with the mailed link',
    'Message',
    NewsletterLinkBody,
  ),
  writeCall(
    'POST /api/newsletter/unsubscribe',
    '/newsletter/unsubscribe',
    'anyone',
    'Unsubscribe from the newsletter with the mailed link',
    'Message',
    NewsletterLinkBody,
  ),
  createCall('/api/checkout', '/checkouts', 'customer', 'Start a checkout', 'StartedCheckout', StartCheckoutBody),
  answeredBy(
    'commands',
    getCall(
      '/api/checkout/{id}',
      '/checkouts/{id}/charged',
      'owner',
      'A checkout, and whether it was paid',
      'CheckoutNow',
    ),
  ),
  writeCall('PUT /api/checkout/pay', '/checkouts/pay', 'owner', 'Record the payment', 'Checkout', PayBody),
  writeCall('PUT /api/checkout/{id}/pay', '/checkouts/{id}/pay', 'owner', 'Record the payment', 'Checkout', PayBody),
  writeCall(
    'POST /api/checkout/{id}/payment',
    '/checkouts/{id}/payment',
    'owner',
    'Start the payment',
    'PaymentStarted',
  ),
  writeCall('POST /api/checkout/{id}/cancel', '/checkouts/{id}/cancel', 'owner', 'Cancel a checkout', 'Checkout'),
  writeCall('POST /api/checkout/{id}/finalize', '/checkouts/{id}/finalize', 'owner', 'Place the order', 'Order'),
  getCall('/api/admin/products', '/admin/products', 'admin', 'All products', 'Product[]', AdminProductQuery),
  createCall('/api/admin/products', '/products', 'admin', 'Create a product', 'Product', CreateProductBody),
  writeCall('PUT /api/admin/products/{id}', '/products/{id}', 'admin', 'Edit a product', 'Product', EditProductBody),
  writeCall('DELETE /api/admin/products/{id}', '/products/{id}', 'admin', 'Delete a product', 'Message'),
  getCall(
    '/api/admin/products/{id}/stock',
    '/admin/products/{id}/stock',
    'admin',
    "A product's stock history",
    'StockLedgerEntry[]',
    StockLedgerQuery,
  ),
  getCall(
    '/api/admin/products/{id}/history',
    '/admin/products/{id}/history',
    'admin',
    "A product's history: who changed what",
    'HistoryEntry[]',
  ),
  createCall(
    '/api/admin/products/{id}/stock/receipts',
    '/products/{id}/stock/receipts',
    'admin',
    'Add received pieces to the stock',
    'Product',
    ReceiveStockBody,
  ),
  writeCall('POST /api/admin/products/{id}/restore', '/products/{id}/restore', 'admin', 'Restore a product', 'Product'),
  ...adminOrderRows,
  getCall('/api/admin/deleted', '/admin/deleted', 'admin', 'Deleted products and orders', 'Deleted[]', DeletedQuery),
  ...holdRows,
  getCall('/api/admin/cases', '/admin/cases', 'admin', 'Cases that need attention', 'Case[]', CaseQuery),
  getCall('/api/admin/cases/{id}', '/admin/cases/{id}', 'admin', 'One case', 'Case'),
  getCall('/api/admin/cases/{id}/history', '/admin/cases/{id}/history', 'admin', "A case's history", 'HistoryEntry[]'),
  writeCall('POST /api/admin/cases/{id}/retry', '/cases/{id}/retry', 'admin', 'Retry what failed in a case', 'Case'),
  writeCall(
    'POST /api/admin/cases/{id}/refund',
    '/cases/{id}/refund',
    'admin',
    'Refund a case',
    'Case',
    CaseReasonBody,
  ),
  writeCall('POST /api/admin/cases/{id}/close', '/cases/{id}/close', 'admin', 'Close a case', 'Case', CaseReasonBody),
  // Mails are in no log and in no read model, so the command-service answers this read.
  answeredBy(
    'commands',
    getCall('/api/admin/outbox', '/outbox', 'admin', 'Mails that are kept instead of sent', 'OutboxMail[]', PageQuery),
  ),
  ...userRows,
  writeCall(
    'POST /api/admin/correspondents/erase',
    '/correspondents/erase',
    'admin',
    'Erase the data of an email address without an account',
    'Message',
    EraseCorrespondentBody,
  ),
  getCall(
    '/api/admin/consistency',
    '/admin/consistency',
    'admin',
    'How far the pages are behind the log',
    'Consistency',
  ),
  getCall(
    '/api/admin/read-models',
    '/admin/read-models',
    'admin',
    'The failures and the build progress of the read models',
    'ReadModel[]',
  ),
  getCall('/api/admin/dashboard', '/admin/dashboard', 'admin', "The dashboard's figures", 'Dashboard', DashboardQuery),
  ...analysisRows,
  getCall('/api/live', '/live', 'anyone', 'Changes in the shop, as they happen', 'LiveMessage', LiveQuery),
  writeCall('POST /api/webhooks/paypal', '/webhooks/paypal', 'anyone', 'Receive a webhook of PayPal', 'Message'),
  writeCall('POST /api/upload', '/uploads', 'anyone', 'Upload a picture', 'Uploaded', UploadForm),
  answeredBy(
    'gateway',
    writeCall('POST /api/trail', '/api/trail', 'anyone', 'Report what a page has shown', 'Message', TrailBody),
  ),
  gatewayCall('/api/config', 'The settings that a client reads when it starts', 'ShopConfig'),
  gatewayCall('/api/openapi.json', 'This API as an OpenAPI document', 'OpenApi'),
]
