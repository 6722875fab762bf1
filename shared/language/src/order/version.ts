import type { OrderEvent } from './events.ts'

/**
 * TABLE: which events make a new version of an order, for `If-Match` (decisions O4: two people change one order). Events with `true` are
 * people's decisions, and facts that change which decisions are possible. Other events make no new version, so that the answer to a
 * decision has the current version.
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

export const versionAfter = (before: number, { type }: Pick<OrderEvent, 'type'>, number: number): number =>
  makesVersion[type] ? number : before
