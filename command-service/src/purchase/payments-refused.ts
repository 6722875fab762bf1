import { openCase, settleCase } from '../case/cases.ts'
import type { CommandHandler } from '../handler/command-handler.ts'
import type { Creation, PaymentState } from '../payment/payment-provider.ts'
import type { Purchase } from './purchase.ts'

/** How long a process assumes that the case is closed; another process may have opened it meanwhile. */
const KNOWN_MS = 60_000

/** When the case was last known to be closed. Keyed by the handler's `load`, which its copies share. */
const closedAtMs = new WeakMap<CommandHandler['load'], number>()

/**
 * Collects in one case the problems that only the merchant can remove, such as a restricted account or a wrong secret. Closes it when a
 * payment succeeds again (decisions M18). Returns the same answer.
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
