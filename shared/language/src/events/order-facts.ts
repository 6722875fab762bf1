import * as z from 'zod'
import { SellerProtection } from '../api/seller-protection.ts'
import { bought } from './bought.ts'

/** What an order is of and how it was paid, when it is placed. */
export const orderFacts = {
  orderId: z.string(),
  ...bought,
  captureId: z.string(),
  paidAt: z.string(),
  placedAt: z.string(),
  /** Absent where it is not known, as of earlier orders. */
  sellerProtection: SellerProtection.exactOptional(),
}
