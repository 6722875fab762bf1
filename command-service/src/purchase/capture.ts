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
 * The pause, in ms, before a process tries a capture again. `times`: how often PayPal has not carried it out, or the outcome was unknown.
 */
const pauseMs = (times: number) => Math.min(FIRST_PAUSE_MS * 2 ** (times - 1), LONGEST_PAUSE_MS)

type Asking = Readonly<{ providerOrderId: string; buyerAsks: boolean }>

/**
 * Decides whether an approved payment may be captured (decisions M13); if not, throws the reason. A final refusal ends the payment. After a
 * refusal that is not final, the shop waits until the buyer tries again, because the buyer has read that nothing was charged. A capture
 * that PayPal did not carry out may be tried again, with growing pauses, until four hours after the checkout's expiry.
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
 * The tries of captures, by the id of the provider order. A new process does not know the tries, and tries once more. It uses the same
 * request id, so no buyer is charged twice (decisions M14). The key is the function `load`, which all copies of a command handler share.
 */
const triesIn = new WeakMap<CommandHandler['load'], LRUCache<string, Tries>>()

function triesOf({ parts: { commands } }: Purchase) {
  const known = triesIn.get(commands.load) ?? new LRUCache<string, Tries>({ max: MOST_KNOWN })
  triesIn.set(commands.load, known)
  return known
}

/** Throws PROVIDER_UNAVAILABLE while a capture with an unknown outcome has to wait. Look-ups do not wait. */
export function requirePauseOver(purchase: Purchase, providerOrderId: string) {
  const tries = triesOf(purchase).get(providerOrderId)
  if (tries && purchase.parts.commands.now().getTime() < tries.atMs + pauseMs(tries.times))
    throw new ShopError('PROVIDER_UNAVAILABLE', NOT_KNOWN_YET)
}

/**
 * Notes whether the outcome of a capture is unknown. An unknown outcome is also recorded as an event. So the shop finds the money even
 * after a restart, or after the checkout was superseded.
 */
export async function noteOutcome(purchase: Purchase, providerOrderId: string, { is }: PaymentState) {
  const known = triesOf(purchase)
  const now = purchase.parts.commands.now()
  if (is !== 'unknown') return void known.delete(providerOrderId)
  known.set(providerOrderId, { times: (known.get(providerOrderId)?.times ?? 0) + 1, atMs: now.getTime() })
  const at = now.toISOString()
  await record(purchase, { type: 'NoteUnanswered', providerOrderId, at }, 'unanswered', providerOrderId, at)
}

/** Whether a capture with an unknown outcome may still bring money, even after the checkout has ended. */
export function mayYetBeTaken({ parts, checkout }: Purchase, providerOrderId: string): boolean {
  const at = checkout.unanswered.get(providerOrderId)
  // Tries within NOTED_AGAIN_MS after a recorded try are not recorded. So the last try may be that much later.
  return at !== undefined && parts.clock.forgetting() - Date.parse(at) < MONEY_MAY_COME_MS + NOTED_AGAIN_MS
}
