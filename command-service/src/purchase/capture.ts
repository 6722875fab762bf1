import { ShopError } from '@shop/language/errors'
import { LRUCache } from 'lru-cache'
import { NOTED_AGAIN_MS } from '../checkout/decide-payment.ts'
import type { CommandHandler } from '../handler/command-handler.ts'
import type { PaymentState } from '../payment/payment-provider.ts'
import { NOT_KNOWN_YET, notKnownYet, refusedPayment } from '../payment/verify-payment.ts'
import { MONEY_MAY_COME_MS, type Purchase, record } from './purchase.ts'

const FIRST_PAUSE_MS = 10_000
const LONGEST_PAUSE_MS = 30 * 60_000

/**
 * The pause, in ms, before a process tries a capture again. `times`: how often PayPal has not carried the capture out, or how often the
 * outcome was unknown.
 */
const pauseMs = (times: number) => Math.min(FIRST_PAUSE_MS * 2 ** (times - 1), LONGEST_PAUSE_MS)

type Asking = Readonly<{ providerOrderId: string; buyerAsks: boolean }>

/**
 * Decides whether an approved payment may be captured (decisions M13). A final refusal ends the payment. If PayPal refused a capture, the
 * buyer must try again before a process may, because the buyer has read that nothing was charged. If PayPal did not carry out a capture, a
 * process may try again, with growing pauses, until four hours after the checkout's end. If the payment must not be captured, throws the
 * reason.
 */
export async function requireMayCapture(purchase: Purchase, { providerOrderId, buyerAsks }: Asking): Promise<Purchase> {
  const { parts, checkout } = purchase
  const refusal = checkout.refusals.get(providerOrderId)
  if (!refusal) return purchase
  if (refusal.final) throw refusedPayment(refusal)
  if (buyerAsks) return record(purchase, { type: 'RetryPayment', providerOrderId }, 'retry', String(refusal.times))
  if (refusal.meaning === 'refused') {
    if (refusal.isRetried) return purchase
    throw refusedPayment(refusal)
  }
  const nowMs = parts.commands.now().getTime()
  const isOver = parts.clock.forgetting() - Date.parse(checkout.expiresAt) > MONEY_MAY_COME_MS
  if (isOver || nowMs < Date.parse(refusal.at) + pauseMs(refusal.times)) throw notKnownYet()
  return purchase
}

const MOST_KNOWN = 10_000

type Tries = Readonly<{ times: number; atMs: number }>

/**
 * The tries of captures, by the provider's id of the order. They are lost when the process ends, so a new process tries once more. The new
 * process uses the same request id, so no buyer is charged twice (decisions M14). The outer map's key is the handler's function `load`,
 * because copies of a command handler share this function.
 */
const triesIn = new WeakMap<CommandHandler['load'], LRUCache<string, Tries>>()

function triesOf({ parts: { commands } }: Purchase) {
  const known = triesIn.get(commands.load) ?? new LRUCache<string, Tries>({ max: MOST_KNOWN })
  triesIn.set(commands.load, known)
  return known
}

/**
 * If the outcome of a capture is unknown, processes repeat the capture with growing pauses. Look-ups of the payment do not have these
 * pauses. Throws PROVIDER_UNAVAILABLE while the capture has to wait.
 */
export function requirePauseOver(purchase: Purchase, providerOrderId: string) {
  const tries = triesOf(purchase).get(providerOrderId)
  if (tries && purchase.parts.commands.now().getTime() < tries.atMs + pauseMs(tries.times))
    throw new ShopError('PROVIDER_UNAVAILABLE', NOT_KNOWN_YET)
}

/**
 * Notes in memory whether the outcome of a capture is unknown. An unknown outcome is also recorded as an event. So the shop finds the money
 * even after a restart, or after the checkout was superseded. Then the shop places the order, or refunds the money.
 */
export async function noteOutcome(purchase: Purchase, providerOrderId: string, { is }: PaymentState) {
  const known = triesOf(purchase)
  const now = purchase.parts.commands.now()
  if (is !== 'unknown') return void known.delete(providerOrderId)
  known.set(providerOrderId, { times: (known.get(providerOrderId)?.times ?? 0) + 1, atMs: now.getTime() })
  const at = now.toISOString()
  await record(purchase, { type: 'NoteUnanswered', providerOrderId, at }, 'unanswered', providerOrderId, at)
}

/** Whether a capture with an unknown outcome may still bring money. The checkout may have ended meanwhile. */
export function mayYetBeTaken({ parts, checkout }: Purchase, providerOrderId: string): boolean {
  const at = checkout.unanswered.get(providerOrderId)
  // After a recorded try, the stream records no further try for NOTED_AGAIN_MS. So the last try may be up to NOTED_AGAIN_MS newer than the
  // recorded try.
  return at !== undefined && parts.clock.forgetting() - Date.parse(at) < MONEY_MAY_COME_MS + NOTED_AGAIN_MS
}
