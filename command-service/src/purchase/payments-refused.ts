import { openCase, settleCase } from '../case/cases.ts'
import type { CommandHandler } from '../handler/command-handler.ts'
import type { Creation, PaymentState } from '../payment/payment-provider.ts'
import type { Purchase } from './purchase.ts'

/** How long a process believes that the case is closed: another one may have opened it. */
const KNOWN_MS = 60_000

/** When the case was known to be closed last, by the handler's `load`, which its copies share. */
const closedAtMs = new WeakMap<CommandHandler['load'], number>()

/**
 * Collects in one case what only the merchant can remove, as a restricted account or a wrong secret, and closes it when a payment is
 * taken again (decisions M18). Returns the same answer.
 */
export async function noteForMerchant<Answer extends Creation | PaymentState>(
  { parts: { commands }, metadata }: Purchase,
  answer: Answer,
): Promise<Answer> {
  const kind = 'payments-refused'
  if ('isForMerchant' in answer && answer.isForMerchant) {
    closedAtMs.delete(commands.load)
    const { code, debugId } = answer
    await openCase(commands, { kind, amountCents: 0, code, debugId }, metadata)
  } else if (answer.is === 'taken' || answer.is === 'pending') {
    const nowMs = commands.now().getTime()
    if (nowMs - (closedAtMs.get(commands.load) ?? 0) < KNOWN_MS) return answer
    await settleCase(commands, { kind }, { outcome: 'settled' }, metadata)
    closedAtMs.set(commands.load, nowMs)
  }
  return answer
}
