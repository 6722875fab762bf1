import type { Recorded } from '@shop/language/events/event'
import type { StockLedgerEntry } from '@shop/language/stock/api'
import { checkoutOfHold, isReclaim, type Pieces, type SizeAndColor, type StockEvent } from '@shop/language/stock/events'
import { type CountedLines, linesAfter } from '@shop/language/stock/lines'
import { isSameLine } from '@shop/language/stock/pieces-left'
import { toDecimal } from '@shop/language/values/money'

export function entryOf(event: Recorded<StockEvent>, before: CountedLines, names: ReadonlyMap<string, string>) {
  const after = linesAfter(before, event)
  const { id: actorId, role } = event.metadata.actor
  const name = actorId === undefined ? undefined : names.get(actorId)
  const entry: StockLedgerEntry = {
    at: event.metadata.recordedAt,
    ...saidBy(event),
    who: { ...(actorId !== undefined && { id: actorId }), role, ...(name !== undefined && { name }) },
    lines: changesOf(event, before).map(({ size, color, quantity }) => {
      const { onHand, reserved } = lineIn(after, { size, color })
      return { size, color, change: quantity, onHand, available: onHand - reserved }
    }),
    eventId: event.id,
    version: event.version,
  }
  return { entry, after }
}

function saidBy({ type, data }: StockEvent): Pick<StockLedgerEntry, 'what' | 'cause' | 'cost'> {
  switch (type) {
    case 'StockCounted':
      return { what: 'counted' }
    case 'StockAdjusted':
      return { what: 'adjusted' }
    case 'StockReceived':
      return { what: 'received', ...(data.costCents !== undefined && { cost: toDecimal(data.costCents) }) }
    case 'StockReserved':
      return { what: 'reserved', cause: holderOf(data.checkoutId) }
    case 'ReservationReleased':
      return { what: 'released', cause: holderOf(data.checkoutId) }
    case 'StockTaken':
      return { what: 'sold', cause: { kind: 'order', id: checkoutOfHold(data.checkoutId) } }
    case 'StockReturned':
      return { what: 'returned', cause: { kind: 'order', id: data.orderId } }
  }
}

/** A hold belongs to a checkout, or to an order that takes back pieces that it had returned to stock. */
const holderOf = (holdId: string) =>
  ({ kind: isReclaim(holdId) ? 'order' : 'checkout', id: checkoutOfHold(holdId) }) as const

/** Negative if the event removes pieces. */
function changesOf({ type, data }: StockEvent, before: CountedLines): readonly Pieces[] {
  switch (type) {
    case 'StockCounted': {
      const { onHand, reserved } = lineIn(before, data)
      return [{ size: data.size, color: data.color, quantity: data.available - (onHand - reserved) }]
    }
    case 'StockAdjusted':
      return [{ size: data.size, color: data.color, quantity: data.difference }]
    case 'StockReceived':
      return [{ size: data.size, color: data.color, quantity: data.quantity }]
    case 'StockReserved':
    case 'StockTaken':
      return data.lines.map((line) => ({ ...line, quantity: -line.quantity }))
    case 'ReservationReleased':
    case 'StockReturned':
      return data.lines
  }
}

const lineIn = (lines: CountedLines, line: SizeAndColor) =>
  lines.find((other) => isSameLine(other, line)) ?? { onHand: 0, reserved: 0 }
