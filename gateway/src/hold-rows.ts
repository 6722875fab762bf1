import { HoldQuery, ReleaseHoldBody } from '@shop/language/hold/api'
import { type ApiRow, getCall, writeCall } from './api-row.ts'

/** TABLE: the calls that admins make about pieces that are held but not paid. */
export const holdRows: readonly ApiRow[] = [
  getCall('/api/admin/holds', '/admin/holds', 'admin', 'Checkouts that hold unpaid pieces', 'Hold[]', HoldQuery),
  writeCall(
    'POST /api/admin/holds/{id}/release',
    '/checkouts/{id}/release',
    'admin',
    'Release held pieces',
    'Message',
    ReleaseHoldBody,
  ),
]
