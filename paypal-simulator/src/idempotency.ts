import type { Context } from 'koa'
import { refused } from './errors.ts'
import type { Ledger } from './ledger.ts'

/**
 * Does the work and keeps its answer under the request's `PayPal-Request-Id`, in one transaction; a repeat gets the
 * kept answer. A refusal changes nothing and is not kept: the same request may succeed once the buyer has approved.
 */
export function answerOnce(
  ctx: Context,
  ledger: Ledger,
  operation: string,
  work: () => { status: number; body: object },
) {
  const requestId = ctx.get('PayPal-Request-Id')
  if (requestId.length > 108) throw refused('INVALID_STRING_LENGTH')
  const answer = ledger.transaction(() => {
    const kept = requestId ? ledger.findAnswer(operation, requestId) : undefined
    if (kept) return kept
    const { status, body } = work()
    const fresh = { status, body: JSON.stringify(body) }
    if (requestId) ledger.addAnswer(operation, requestId, fresh)
    return fresh
  })
  ctx.status = answer.status
  ctx.type = 'json'
  ctx.body = answer.body
}

export function wantsRepresentation(ctx: Context) {
  return /\breturn=representation\b/.test(ctx.get('Prefer'))
}
