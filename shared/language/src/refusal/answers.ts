import * as z from 'zod'
import { type ErrorCode, errorCodes } from '../errors.ts'
import { Order } from '../order/answers.ts'
import { count, dollars, id, listOf, word } from '../values/answer-values.ts'

const always = {
  message: z.string().min(1).describe('A text that a shopper may read'),
  code: z.enum(errorCodes),
  requestId: z.string().min(8).max(64),
}

const fields = listOf(z.object({ path: z.string(), message: z.string() })).describe(
  'The fields that are wrong, each with a message',
)

const conflict = {
  left: count.exactOptional().describe('OUT_OF_STOCK: how many pieces of this product, size and color are left'),
  productId: id.exactOptional(),
  size: word.exactOptional(),
  color: word.exactOptional(),
  orders: listOf(id).exactOptional().describe('CONFLICT: the orders that prevent the erasure of a customer'),
  orderId: id.exactOptional().describe('CONFLICT: the order that was already placed for these pieces'),
  sentBack: z
    .literal(true)
    .exactOptional()
    .describe('PAYMENT_AMOUNT_MISMATCH: the provider took a wrong amount, and the shop refunds it'),
  restart: z
    .literal(true)
    .exactOptional()
    .describe('PAYMENT_NOT_VERIFIED: the buyer may approve the same payment with another card or account'),
  total: dollars.exactOptional().describe('PRICE_CHANGED: the correct total; `lines` are the lines that differ'),
  lines: listOf(
    z.object({ productId: id, size: word, color: word, name: z.string(), price: dollars, sentPrice: z.number() }),
  ).exactOptional(),
}

const changed = {
  order: Order.exactOptional().describe('The current order, if the call changes an order'),
}

/** The body of every 4xx and 5xx answer (decisions, “Answers”). */
export const Refusal = z.object({ ...always, fields: fields.exactOptional(), ...conflict, ...changed })
export type Refusal = z.output<typeof Refusal>

/** A refusal with only the fields that this status may have. */
export const refusalWith = (codes: readonly ErrorCode[], status: number) =>
  z.object({
    ...always,
    code: z.enum(codes),
    ...(status === 400 && { fields }),
    ...(status === 409 && conflict),
    ...(status === 412 && changed),
  })
