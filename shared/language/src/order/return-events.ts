import * as z from 'zod'
import { defineEvent, personal } from '../events/event.ts'
import { ChosenReason } from './chosen-reason.ts'
import { OrderPieces, withoutChoice } from './refund-events.ts'

const orderId = z.string()
const customerId = z.string()
const returnId = z.string()
const chosenReason = ChosenReason.nullable()

/** `restocked`: how many of the pieces can be sold again. */
const ReceivedPieces = OrderPieces.extend({ restocked: z.int().nonnegative() })
export type ReceivedPieces = z.output<typeof ReceivedPieces>

export const Return = z.object({
  returnId,
  pieces: z.array(OrderPieces).min(1),
  askedAt: z.string(),
  /** Undefined while the return is awaited. */
  received: z.array(ReceivedPieces).exactOptional(),
  receivedAt: z.string().exactOptional(),
  /** The reason is chosen by the customer, or by the admin who received the return. */
  chosenReason: ChosenReason.exactOptional(),
  /** True if the customer did not request the return: the order was cancelled after it was shipped. */
  ofCancellation: z.boolean().exactOptional(),
  /** True if the shop expects no pieces: no piece counted as sent when the order was cancelled, or the cancellation was undone. */
  closed: z.boolean().exactOptional(),
})
export type Return = Readonly<z.output<typeof Return>>

export const ReturnRequested = defineEvent('ReturnRequested', {
  says: 'A customer wants to send pieces back.',
  schema: z.object({
    orderId,
    customerId,
    returnId,
    pieces: z.array(OrderPieces).min(1),
    chosenReason,
    reason: personal(z.string()),
    at: z.string(),
  }),
  upcasters: [withoutChoice],
  personal: { of: 'customerId', fields: ['reason'] },
})
/** `chosenReason`: the admin's reason, if it differs from the customer's reason; otherwise null. */
export const ReturnReceived = defineEvent('ReturnReceived', {
  says: 'A return has ended. The event lists the pieces that came back, or none if the return never came.',
  schema: z.object({ orderId, returnId, pieces: z.array(ReceivedPieces), chosenReason, at: z.string() }),
  upcasters: [withoutChoice],
})
export const ReturnRestocked = defineEvent('ReturnRestocked', {
  says: 'A return was received, and its pieces that can be sold again are back in stock.',
  schema: z.object({ orderId, returnId }),
})

export const orderReturnEvents = [ReturnRequested, ReturnReceived, ReturnRestocked] as const
