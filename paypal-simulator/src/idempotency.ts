import type { Context } from 'koa'
import * as z from 'zod'
import { PaypalError, refused } from './errors.ts'
import { applyFault, effectIn } from './faulty.ts'
import type { Ledger } from './ledger.ts'

/** When a refused request is repeated, `replays` refuses it again, and `forgets` tries it again. PayPal's documents leave this open. */
export const IdempotencyMode = z.enum(['replays', 'forgets'])
export type IdempotencyMode = z.output<typeof IdempotencyMode>

type Work = Readonly<{
  operation: string
  /** The id of the order that the request changes. */
  alone?: string
  /** Runs inside a transaction. */
  carryOut: () => string
  show: (id: string) => object
  repeated: 200 | 201
}>

/** The statuses of refusals whose reason is the request itself. */
const LASTING: readonly number[] = [400, 403, 404, 422]

/**
 * A later request with the same `PayPal-Request-Id` gets the earlier result, even if its body differs: PayPal's documents name no refusal
 * for a different body.
 */
export function createIdempotency(ledger: Ledger, initial: IdempotencyMode) {
  let mode = initial
  const inProgress = new Set<string>()

  async function answerOnce(ctx: Context, { operation, alone, carryOut, show, repeated }: Work) {
    const requestId = ctx.get('PayPal-Request-Id')
    if (requestId.length > 108) throw refused('INVALID_STRING_LENGTH')
    const { instead } = effectIn(ctx)
    if (instead && !LASTING.includes(instead.status)) throw instead
    const sameRequest = requestId && `${operation} ${requestId}`
    const sameThing = alone && `alone ${alone}`
    if (sameRequest && inProgress.has(sameRequest)) throw new PaypalError(409, 'PREVIOUS_REQUEST_IN_PROGRESS')
    const kept = requestId ? ledger.findAnswer(operation, requestId) : undefined
    if (kept && kept.status < 300) return answer(repeated, show(JSON.parse(kept.body).id))
    if (kept && mode === 'replays') throw refusalFrom(kept)
    if (sameThing && inProgress.has(sameThing)) throw new PaypalError(422, 'ORDER_COMPLETION_IN_PROGRESS')
    const held = [sameRequest, sameThing].filter((key) => !!key) as string[]
    for (const key of held) inProgress.add(key)
    try {
      await applyFault(ctx)
      answer(201, show(done()))
    } catch (thrown) {
      if (requestId && mode === 'replays' && thrown instanceof PaypalError && LASTING.includes(thrown.status))
        ledger.addAnswer(operation, requestId, { status: thrown.status, body: JSON.stringify({ ...thrown }) })
      throw thrown
    } finally {
      for (const key of held) inProgress.delete(key)
    }

    function done() {
      return ledger.transaction(() => {
        const id = carryOut()
        if (requestId) ledger.addAnswer(operation, requestId, { status: 201, body: JSON.stringify({ id }) })
        return id
      })
    }
    function answer(status: number, body: object) {
      ctx.status = status
      ctx.body = body
    }
  }

  return {
    answerOnce,
    setMode(next: IdempotencyMode) {
      mode = next
    },
  }
}
export type Idempotency = ReturnType<typeof createIdempotency>

function refusalFrom({ status, body }: Readonly<{ status: number; body: string }>) {
  const { issue, more } = JSON.parse(body) as PaypalError
  return new PaypalError(status, issue, more)
}

export function wantsRepresentation(ctx: Context) {
  return /\breturn=representation\b/.test(ctx.get('Prefer'))
}
