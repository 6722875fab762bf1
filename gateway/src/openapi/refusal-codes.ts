import type { ErrorCode } from '@shop/language/errors'
import type { ApiRow } from '../api-row.ts'
import { refusalCodesOf } from '../permissions.ts'
import { isCommand, isOfOrder } from './parameters.ts'

const ALWAYS: readonly ErrorCode[] = ['VALIDATION_FAILED', 'RATE_LIMITED', 'INTERNAL', 'OVERLOADED', 'UNAVAILABLE']
const OF_BODIES: readonly ErrorCode[] = ['MALFORMED_JSON', 'TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE']
const OF_COMMANDS: readonly ErrorCode[] = ['CONFLICT', 'IDEMPOTENCY_MISMATCH']
const OF_EDITS: readonly ErrorCode[] = ['PRECONDITION_FAILED']
const OF_ONE_THING: readonly ErrorCode[] = ['NOT_FOUND']

const OF_PAYMENTS: readonly ErrorCode[] = [
  'NOT_FOUND',
  'OUT_OF_STOCK',
  'PAYMENT_NOT_VERIFIED',
  'PAYMENT_AMOUNT_MISMATCH',
  'PAYMENT_PENDING',
  'CHECKOUT_NOT_PAID',
  'PROVIDER_UNAVAILABLE',
]

/** TABLE: the refusals of single calls, in addition to the refusals of their kind of call. */
export const refusalsOfCalls: Readonly<Record<string, readonly ErrorCode[]>> = {
  'GET /api/products/best-seller': ['NOT_FOUND'],
  'POST /api/cart': ['NOT_FOUND', 'OUT_OF_STOCK'],
  'PUT /api/cart': ['NOT_FOUND', 'OUT_OF_STOCK'],
  'POST /api/users/login': ['BAD_CREDENTIALS'],
  'DELETE /api/users/me': ['LAST_ADMIN', 'PAYMENT_PENDING'],
  'POST /api/checkout': [...OF_PAYMENTS, 'PRICE_CHANGED'],
  'PUT /api/checkout/pay': OF_PAYMENTS,
  'PUT /api/checkout/{id}/pay': OF_PAYMENTS,
  'POST /api/checkout/{id}/payment': OF_PAYMENTS,
  'POST /api/checkout/{id}/cancel': OF_PAYMENTS,
  'POST /api/checkout/{id}/finalize': OF_PAYMENTS,
  'POST /api/admin/holds/{id}/release': OF_PAYMENTS,
  'PUT /api/admin/orders/{id}': ['OUT_OF_STOCK'],
  'POST /api/admin/orders/{id}/restore': ['OUT_OF_STOCK'],
  'PUT /api/admin/users/{id}': ['LAST_ADMIN'],
  'DELETE /api/admin/users/{id}': ['LAST_ADMIN'],
  'POST /api/admin/cases/{id}/retry': ['PROVIDER_UNAVAILABLE'],
  'POST /api/admin/cases/{id}/refund': ['PROVIDER_UNAVAILABLE'],
  'POST /api/webhooks/paypal': ['UNAUTHENTICATED'],
  'POST /api/upload': ['FORBIDDEN'],
}

export const codesOf = ({ method, path, room, who, answer }: ApiRow): readonly ErrorCode[] => [
  ...ALWAYS,
  ...refusalCodesOf(who),
  ...(path.includes('{') ? OF_ONE_THING : []),
  ...(method === 'GET' ? [] : OF_BODIES),
  ...(isCommand({ method, room }) ? OF_COMMANDS : []),
  ...(method === 'PUT' && answer === 'Product' ? OF_EDITS : []),
  ...(method !== 'GET' && isOfOrder({ method, path }) ? OF_EDITS : []),
  ...(refusalsOfCalls[`${method} ${path}`] ?? []),
]
