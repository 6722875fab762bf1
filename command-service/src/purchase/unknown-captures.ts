import { ShopError } from '@shop/language/errors'
import { LRUCache } from 'lru-cache'
import { NOTED_AGAIN_MS } from '../checkout/decide-payment.ts'
import type { CommandHandler } from '../handler/command-handler.ts'
import type { PaymentState } from '../payment/payment-provider.ts'
import { NOT_KNOWN_YET } from '../payment/verify-payment.ts'
import { capturePauseMs } from './may-capture.ts'
import { MONEY_MAY_COME_MS, type Purchase, record } from './purchase.ts'

const MOST_KNOWN = 10_000

type Tries = Readonly<{ times: number; atMs: number }>

/**
 * By the provider's order; lost when the process ends, which then tries once more: under the same request id, which charges nobody twice (decisions M14).
 * Copies of a command handler share its `load`.
 */
const triesIn = new WeakMap<CommandHandler['load'], LRUCache<string, Tries>>()

function triesOf({ parts: { commands } }: Purchase) {
  const known = triesIn.get(commands.load) ?? new LRUCache<string, Tries>({ max: MOST_KNOWN })
  triesIn.set(commands.load, known)
  return known
}

/**
 * A capture whose outcome is unknown is sent again by processes ever more slowly; the payment is looked up as often as ever. Throws
 * PROVIDER_UNAVAILABLE while it has to wait.
 */
export function requirePause(purchase: Purchase, providerOrderId: string) {
  const tries = triesOf(purchase).get(providerOrderId)
  if (!tries) return
  if (purchase.parts.commands.now().getTime() < tries.atMs + capturePauseMs(tries.times))
    throw new ShopError('PROVIDER_UNAVAILABLE', NOT_KNOWN_YET)
}

/**
 * Notes whether the outcome of a capture is unknown. That is an event too: whatever is restarted or superseded meanwhile, money that comes of it is
 * found, and becomes the order or goes back.
 */
export async function noteOutcome(purchase: Purchase, providerOrderId: string, { is }: PaymentState) {
  const known = triesOf(purchase)
  const now = purchase.parts.commands.now()
  if (is !== 'unknown') return void known.delete(providerOrderId)
  known.set(providerOrderId, { times: (known.get(providerOrderId)?.times ?? 0) + 1, atMs: now.getTime() })
  const at = now.toISOString()
  await record(purchase, { type: 'NoteUnanswered', providerOrderId, at }, 'unanswered', providerOrderId, at)
}

/** Whether money may still come of a capture whose outcome is unknown, also when its checkout can be captured no more. */
export function mayYetBeTaken({ parts, checkout }: Purchase, providerOrderId: string): boolean {
  const at = checkout.unanswered.get(providerOrderId)
  // The last try may have come just before it would have been noted again.
  return at !== undefined && parts.clock.forgetting() - Date.parse(at) < MONEY_MAY_COME_MS + NOTED_AGAIN_MS
}
