import * as z from 'zod'
import { MAX_QUANTITY, MAX_TEXT } from '../limits.ts'
import { exact, Id, optionalId } from '../values/text.ts'
import type * as answers from './answers.ts'

/** A client may send `guest<ms>` for the id `guest_<ms>`, an id without random bits (decisions P20). */
const AnyGuestId = z
  .string()
  .regex(/^guest(_?\d{1,20}|_\d{1,20}_[\w-]{22})$/, 'Send a guest id')
  .overwrite((id) => id.replace(/^guest(?=\d)/, 'guest_'))

const optionalGuestId = z
  .union([z.literal(''), z.null(), AnyGuestId])
  .optional()
  .transform((value) => value || undefined)

const line = { productId: Id, size: exact(MAX_TEXT.word), color: exact(MAX_TEXT.word) }
const owner = { guestId: optionalGuestId, userId: optionalId }

export const AddToCartBody = z.object({ ...line, quantity: z.int().min(1).max(MAX_QUANTITY), ...owner })
/** Quantity 0 removes the line. */
export const ChangeQuantityBody = z.object({ ...line, quantity: z.int().min(0).max(MAX_QUANTITY), ...owner })
export const RemoveFromCartBody = z.object({ ...line, ...owner })
export const MergeCartBody = z.object({ guestId: optionalGuestId })
export const CartQuery = z.object(owner)

export type CartLine = z.output<typeof answers.CartLine>
export type Cart = z.output<typeof answers.Cart>
export type MergedCart = z.output<typeof answers.MergedCart>
