import { setTimeout as sleep } from 'node:timers/promises'
import type { Context, Next } from 'koa'
import { answerError, PaypalError, refused } from './errors.ts'
import type { Fault, Faults, PlannedFault } from './faults.ts'
import type { Order } from './ledger.ts'
import { centsOf } from './money.ts'
import type { Site } from './representations.ts'

/** Longer than the shop waits for an answer. */
const SLOW_MS = 6_000

/**
 * Captures or refunds as planned: refuses before, changes what was captured, or spoils the answer after. `orderOf` finds the
 * order of the id in the path.
 */
export function faulty(
  faults: Faults | undefined,
  act: PlannedFault['on'],
  orderOf: (ctx: Context, id: string) => string,
) {
  return async (ctx: Context & { params: Record<string, string> }, next: Next) => {
    const fault = faults?.take(orderOf(ctx, ctx.params.id ?? ''), act)
    ctx.state.fault = fault
    if (fault === 'declined') throw refused('INSTRUMENT_DECLINED')
    if (fault === '403') throw new PaypalError(403, 'PERMISSION_DENIED')
    if (fault?.startsWith('refused:')) throw new PaypalError(422, fault.slice('refused:'.length))
    await next()
    if (fault === 'slow') await sleep(SLOW_MS, undefined, { ref: false })
    if (fault === 'reply-dropped') ctx.req.socket.destroy()
    if (fault === '5xx-after-capture') answerError(ctx, new PaypalError(500))
  }
}

/** Makes a fresh capture what its fault says it is. */
export function spoilCapture({ ledger }: Site, order: Order, fault: Fault | undefined) {
  if (!order.captureId) return
  if (fault === 'pending') ledger.changeCapture(order.captureId, { status: 'PENDING' })
  if (fault === 'wrong-amount')
    ledger.changeCapture(order.captureId, { cents: centsOf(order.unit.amount, '/amount/value') + 1 })
  if (fault === 'wrong-currency') ledger.changeCapture(order.captureId, { currency: 'EUR' })
  const other = fault === 'capture-reused' ? ledger.captureBefore(order.captureId) : undefined
  if (other) ledger.changeCapture(order.captureId, { shownAs: other })
}
