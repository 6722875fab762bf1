import type { ShopEvent } from '@shop/language/all-events'
import type { Recorded } from '@shop/language/events/event'
import { NOTED, PAYMENT_REVERSED, REVERSAL_CANCELLED } from '@shop/language/order/books'
import { checkoutOfHold } from '@shop/language/stock/events'
import { dollars, placeOf } from './money-ledger.ts'
import { type Account, comingOf, firstTry, leftOf, needed, newAccount, total, triesOf } from './order-account.ts'
import { type Fold, piecesFolds } from './order-pieces-fold.ts'
import { refundFolds } from './order-refund-fold.ts'
import { findingsAfterCommand } from './order-rules.ts'
import { type OrderTable, openOrderTable, type Place, placeIn, type Row } from './order-table.ts'
import { isOfEarlierForm, type Writer } from './writers.ts'

const folds = { ...piecesFolds, ...refundFolds } as Readonly<Record<string, Fold<unknown> | undefined>>

/** `writer`: the release that wrote the event. */
export type Wrong = Readonly<{ event: Recorded; writer: Writer; what: string }>
/**
 * A finding that counts only when the order has had time to settle. `Place`: the newest event about these pieces, or the event that deleted
 * the order.
 */
export type Unsettled = Place & Readonly<{ what: string }>

/**
 * Checks orders, their pieces and their refunds (decisions S5 and O1 to O8: orders agree with stock and money):
 * - Every piece that an order holds, has sent or expects back was taken from stock for this order.
 * - Pieces that an order gave up are back in stock.
 * - Every refund is made, is under way, or has a case.
 * - No refunded piece is sent.
 */
export function createOrderBook() {
  const table = openOrderTable()
  /** The order that the current command changes. There is only one order, because a command's events are adjacent in the log. */
  let current: { account: Account; last: Recorded; writer: Writer } | undefined

  function endCommand(): readonly Wrong[] {
    if (!current) return []
    const { account, last: event, writer } = current
    current = undefined
    const before = account.findings
    account.findings = [...findingsAfterCommand(account)]
    table.put(account)
    const places = [...new Set(account.lines.map(({ productId }) => productId))].flatMap((productId) => {
      const now = { needed: needed(account, productId), coming: comingOf(account.moves, productId) }
      return missing(table, table.need(account.orderId, productId, now, placeIn(event, writer)))
    })
    const wrong = [...account.findings.filter((what) => !before.includes(what)), ...places]
    return wrong.map((what) => ({ event, writer, what: `${account.orderId}: ${what}` }))
  }

  function ofOrder(event: Recorded<ShopEvent>, writer: Writer): readonly Wrong[] {
    const { type, data } = event
    const { orderId } = data as { orderId: string }
    if (type === 'OrderPlaced') {
      current = { account: newAccount(data), last: event, writer }
      return []
    }
    const account = current?.account ?? table.account(orderId)
    // The money book reports an unknown order whose money is paid back.
    if (!account) return []
    current = { account, last: event, writer }
    const wrong = [
      ...(folds[type]?.(account, data, isOfEarlierForm(event)) ?? []),
      ...withoutCase(table, account, event),
    ]
    if (type === 'OrderDeleted' && data.dueCents > 0) table.putDue(orderId, data.dueCents, placeIn(event, writer))
    if (type === 'OrderRestored' || leftOf(account) === 0) table.endDue(orderId)
    return wrong.map((what) => ({ event, writer, what: `${orderId}: ${what}` }))
  }

  return {
    /** Includes the findings for the previous command if it has ended. */
    take(event: Recorded<ShopEvent>, writer: Writer): readonly Wrong[] {
      const isSame =
        current?.last.stream === event.stream && current.last.metadata.causationId === event.metadata.causationId
      const before = isSame ? [] : endCommand()
      if (event.type === 'OrderPlaced' || event.type === 'OrderRefundDelayed' || folds[event.type])
        return [...before, ...ofOrder(event, writer)]
      takeCase(table, event)
      return [...before, ...takeStock(table, event, writer).map((what) => ({ event, writer, what }))]
    },
    /** Call this after the last event. */
    endCommand,
    /** Orders whose surplus pieces are not back in stock, and deleted orders whose due money has no case. */
    unsettled: (): readonly Unsettled[] => [
      ...table.unsettled().map((row) => ({ ...row, what: inWords(row) })),
      ...table.due().map((due) => ({
        ...due,
        what: `${due.orderId}, deleted at position ${placeOf(due.position)}: ${dollars(due.cents)} are due, and no case exists for them`,
      })),
    ],
    close: table.close,
  }
}

function takeStock(table: OrderTable, event: Recorded<ShopEvent>, writer: Writer): readonly string[] {
  const move = piecesMoved(event)
  if (!move) return []
  const { orderId, productId, pieces } = move
  const place = placeIn(event, writer)
  const back = event.type === 'StockReturned' ? table.account(orderId) : undefined
  if (event.type === 'StockReturned' && back) {
    const coming = back.moves.find(({ id }) => id === event.data.returnId)?.coming
    if (coming) coming[productId] = Math.max(0, (coming[productId] ?? 0) + pieces)
    table.put(back)
    const now = { needed: needed(back, productId), coming: comingOf(back.moves, productId) }
    table.need(orderId, productId, now, place)
  }
  return missing(table, table.add(orderId, productId, pieces, place)).map((what) => `${orderId}: ${what}`)
}

/** Negative if the event gives pieces back. StockTaken does not count, because StockReserved has counted the same pieces. */
function piecesMoved({ type, data }: Recorded<ShopEvent>) {
  if (type !== 'StockReserved' && type !== 'ReservationReleased' && type !== 'StockReturned') return undefined
  const { productId } = data
  const orderId = type === 'StockReturned' ? data.orderId : checkoutOfHold(data.checkoutId)
  const pieces = total(data.lines.map(({ quantity }) => quantity))
  return { orderId, productId, pieces: type === 'StockReserved' ? pieces : -pieces }
}

/** Reports an order again only if more pieces are missing than before. */
function missing(table: OrderTable, row: Row): readonly string[] {
  const { productId, needed: wanted, pieces } = row
  const now = Math.max(0, wanted - pieces)
  if (now !== row.missing) table.setMissing(row, now)
  return now > row.missing
    ? [
        `it needs ${wanted} of ${productId} (to send, sent or on their way back), but ${pieces} were taken from stock for it`,
      ]
    : []
}

function inWords({ orderId, productId, needed: wanted, pieces, coming, position }: Row) {
  const since = `${orderId}, since position ${placeOf(position)}`
  return coming > 0
    ? `${since}: ${coming} of ${productId} are not back in stock`
    : `${since}: ${pieces} of ${productId} were taken from stock for it, but only ${wanted} are accounted for: still to be sent, sent, or written off`
}

/** Codes that need no case: the customer has the money (NOTED), an admin has closed the case, or the shop has won a dispute. */
const ENDED = [NOTED, 'CASE_CLOSED', REVERSAL_CANCELLED]

function withoutCase(table: OrderTable, account: Account, { type, data }: Recorded<ShopEvent>) {
  if (type !== 'OrderRefundDelayed' && type !== 'OrderRefundRefused' && type !== 'OrderRefundFailed') return []
  const tries = triesOf(account, data.refundId)
  const names = [firstTry(data.refundId), ...tries.flatMap(({ providerIds }) => providerIds)]
  const isReversed = data.code === PAYMENT_REVERSED && leftOf(account) === 0
  if (ENDED.includes(data.code) || isReversed || table.hasCase(account.orderId, names)) return []
  return [`${data.refundId} is not made (${data.code}), and no case exists for it`]
}

function takeCase(table: OrderTable, { type, data }: Recorded<ShopEvent>) {
  if (type === 'CaseOpened' && data.orderId !== null) {
    if (data.kind === 'order-deleted') table.endDue(data.orderId)
    if (data.kind === 'refund-refused' && data.refundId !== null)
      table.putCase(data.caseId, data.orderId, data.refundId)
  }
  if (type === 'CaseReopened') table.setCase(data.caseId, 'open')
  if (type === 'CaseClosed') table.setCase(data.caseId, data.outcome)
}
