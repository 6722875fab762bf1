import { adminOrderRows } from './admin-order-rows.ts'
import { adminRows } from './admin-rows.ts'
import { analysisRows } from './analysis-rows.ts'
import type { Row } from './authorisation-row.ts'
import { cartRows } from './cart-rows.ts'
import { orderRows } from './order-rows.ts'
import { ownAccountRows } from './own-account-rows.ts'
import { publicRows, uploadRows } from './public-rows.ts'
import { questionRows } from './question-rows.ts'

/** TABLE: who may make which call. */
export const matrix: readonly Row[] = [
  ...publicRows,
  ...ownAccountRows,
  ...cartRows,
  ...orderRows,
  ...adminRows,
  ...adminOrderRows,
  ...analysisRows,
  ...questionRows,
  ...uploadRows,
]
