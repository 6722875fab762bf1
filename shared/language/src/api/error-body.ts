import type { ErrorCode } from '../errors.ts'

/** Every 4xx and 5xx (decisions answers). `message` is a text a shopper may read. */
export type ErrorBody = {
  message: string
  code: ErrorCode
  requestId: string
  /** For 400: where, and what is wrong there. */
  fields?: readonly { path: string; message: string }[]
  /** OUT_OF_STOCK: how many are left, of which product. */
  left?: number
  productId?: string
  /** PRICE_CHANGED: the true total and the lines that differ, in decimal dollars. */
  total?: number
  lines?: readonly { productId: string; size: string; color: string; name: string; price: number; sentPrice: number }[]
}
