import { openCase, settleCase } from '../case/cases.ts'
import type { CommandHandler } from '../handler/command-handler.ts'
import type { Creation, PaymentState } from '../payment/payment-provider.ts'
import type { Purchase } from './purchase.ts'

/**
 * After a process has closed the case, it assumes for this long that the case stays closed. It then tries again to close the case, because
 * another process may have opened it.
 */
const KNOWN_MS = 60_000

/** The time at which the case was last known to be closed. The key is the handler's `load`, which copies of one handler share. */
const closedAtMs = new WeakMap<CommandHandler['load'], number>()

/**
 * Opens one case for all problems that only the merchant can remove, such as a restricted account or a wrong secret. Closes the case when a
 * payment succeeds again (decisions M18). Returns the given answer unchanged.
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
