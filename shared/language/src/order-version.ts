import type { OrderEvent } from './events/order-events.ts'

/**
 * TABLE: which events make a new version of an order, for `If-Match` (decisions O4): what people decide about it, and what changes
 * what they may decide. What follows by itself makes none: an answer to a decision would be out of date before it is read.
 */
export const makesVersion: Readonly<Record<OrderEvent['type'], boolean>> = {
  OrderPlaced: true,
  OrderStatusChanged: true,
  OrderAddressChanged: true,
  OrderDeleted: true,
  OrderRestored: true,
  RefundCaseOpened: false,
  RefundCaseClosed: true,
  OrderRefundRequested: true,
  OrderRefundDelayed: false,
  OrderRefundPending: false,
  OrderRefunded: false,
  OrderRefundRefused: true,
  OrderRefundFailed: true,
  RefundNoted: true,
  ReturnRequested: true,
  ReturnReceived: true,
  ReturnRestocked: false,
  ReturnAwaited: false,
  ReturnClosed: false,
  PiecesGivenUp: false,
  PiecesBackInStock: false,
  ReclaimBegun: false,
  PiecesReclaimed: false,
  ReclaimEnded: false,
}

/** The version of an order after one more event: the number in the order's stream of the last event that makes one. */
export const versionAfter = (before: number, { type }: Pick<OrderEvent, 'type'>, number: number): number =>
  makesVersion[type] ? number : before
