import type { ShopEvent } from '@shop/language/all-events'
import type { OrderPieces } from '@shop/language/order/refund-events'
import { toDecimal } from '@shop/language/values/money'

export type Facts = Readonly<Record<string, unknown>>

export type SaidBy = {
  readonly [Type in ShopEvent['type']]?: (data: Extract<ShopEvent, { type: Type }>['data'], inWords: InWords) => Facts
}

/** Names the products of pieces. Without pieces: 'none'. */
type InWords = (pieces: readonly OrderPieces[]) => readonly string[] | 'none'

export const saidByRefunds: SaidBy = {
  RefundRequested: ({ captureId, amountCents, reason }) => ({
    refund: 'requested',
    refundOf: masked(captureId),
    refundAmount: toDecimal(amountCents),
    reason,
  }),
  PaymentRefunded: ({ captureId, amountCents }) => ({
    refund: 'refunded',
    refundOf: masked(captureId),
    refundAmount: toDecimal(amountCents),
  }),
  PaymentRefundPending: ({ captureId, amountCents }) => ({
    refund: 'accepted, not completed',
    refundOf: masked(captureId),
    refundAmount: toDecimal(amountCents),
  }),
  PaymentRefundDelayed: ({ captureId, code }) => ({
    refund: 'tried again later',
    refundOf: masked(captureId),
    refusal: code,
  }),
  PaymentRefundRefused: ({ captureId, code }) => ({ refund: 'refused', refundOf: masked(captureId), refusal: code }),
  PaymentRefundFailed: ({ captureId, amountCents, code }) => ({
    refund: 'failed',
    refundOf: masked(captureId),
    refundAmount: toDecimal(amountCents),
    refusal: code,
  }),
  RefundCaseOpened: ({ amountCents }) => ({ refundDue: amountCents > 0, refundAmount: toDecimal(amountCents) }),
  RefundCaseClosed: ({ reason }) => ({ refundDue: false, ...(reason !== null && { reason }) }),
  OrderRefundRequested: ({ amountCents, pieces, chosenReason, reason, captureId }, inWords) => ({
    refund: 'requested',
    refundOf: masked(captureId),
    refundAmount: toDecimal(amountCents),
    ...(pieces.length > 0 && { refundedPieces: inWords(pieces) }),
    ...(chosenReason !== null && { chosenReason }),
    ...(reason !== null && { reason }),
  }),
  OrderRefundDelayed: ({ code }) => ({ refund: 'tried again later', refusal: code }),
  OrderRefundPending: ({ amountCents }) => ({
    refund: 'accepted, not completed',
    refundAmount: toDecimal(amountCents),
  }),
  OrderRefundFailed: ({ amountCents, code }) => ({
    refund: 'failed',
    refundAmount: toDecimal(amountCents),
    refusal: code,
  }),
  OrderRefunded: ({ amountCents }) => ({ refund: 'refunded', refundAmount: toDecimal(amountCents) }),
  OrderRefundRefused: ({ amountCents, code }) => ({
    refund: 'refused',
    refundAmount: toDecimal(amountCents),
    refusal: code,
  }),
  RefundNoted: ({ amountCents, isReversal }) => ({
    refund: isReversal ? 'reversed by the provider' : 'made at the provider',
    refundAmount: toDecimal(amountCents),
  }),
}

export const masked = (captureId: string) => `…${captureId.slice(-4)}`
