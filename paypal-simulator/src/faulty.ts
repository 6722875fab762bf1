import { setTimeout as sleep } from 'node:timers/promises'
import type { Context, Next } from 'koa'
import { answerError } from './errors.ts'
import type { Effect, Faults, PlannedFault } from './faults.ts'
import type { Refund } from './kept-refunds.ts'
import type { Order } from './ledger.ts'
import { centsOf } from './money.ts'
import type { Site } from './representations.ts'

/** A merchant that the simulator does not have. */
const OTHER_PAYEE = 'ANQTHERSHQP22'

/**
 * Takes the fault planned for a request, and applies its `lateMs` and `answer`. `orderOf` returns the order's id for the id in the
 * request's path.
 */
export function faulty(
  faults: Faults | undefined,
  act: PlannedFault['on'],
  orderOf: (ctx: Context, id: string) => string = () => '',
) {
  return async (ctx: Context & { params: Record<string, string> }, next: Next) => {
    const effect = faults?.take(act, orderOf(ctx, ctx.params.id ?? '')) ?? {}
    ctx.state.effect = effect
    await next()
    if (effect.without) ctx.body = leavingOut(effect.without, ctx.body)
    if (effect.lateMs) await pause(effect.lateMs)
    if (effect.answer === 'dropped') ctx.req.socket.destroy()
    else if (effect.answer) answerError(ctx, effect.answer)
  }
}

const leavingOut = (field: string, body: unknown) =>
  JSON.parse(JSON.stringify(body, (name, value) => (name === field ? undefined : value)))

export const effectIn = (ctx: Context) => (ctx.state.effect ?? {}) as Effect

export async function applyFault(ctx: Context) {
  const { takesMs, instead } = effectIn(ctx)
  if (takesMs) await pause(takesMs)
  if (instead) throw instead
}

const pause = (ms: number) => sleep(ms, undefined, { ref: false })

export function changeOrderAsFaultSays({ ledger }: Site, orderId: string, { status, wrong }: Effect) {
  if (status) ledger.changeOrder(orderId, { status })
  if (wrong === 'payee') ledger.changeOrder(orderId, { payee: OTHER_PAYEE })
}

export function changeCaptureAsFaultSays({ ledger }: Site, order: Order, { status, reason, wrong }: Effect) {
  const { captureId } = order
  if (!captureId) return
  if (status) ledger.changeCapture(captureId, { status, ...(reason && { reason }) })
  if (wrong === 'amount') ledger.changeCapture(captureId, { cents: centsOf(order.unit.amount, '/amount/value') + 1 })
  if (wrong === 'currency') ledger.changeCapture(captureId, { currency: 'EUR' })
  if (wrong === 'payee') ledger.changeOrder(order.id, { payee: OTHER_PAYEE })
  const other = wrong === 'capture' ? ledger.captureBefore(captureId) : undefined
  if (other) ledger.changeCapture(captureId, { shownAs: other })
}

export function changeRefundAsFaultSays({ ledger }: Site, refund: Refund, { status, reason }: Effect) {
  if (status) ledger.changeRefund(refund.id, { status, ...(reason && { reason }) })
}
