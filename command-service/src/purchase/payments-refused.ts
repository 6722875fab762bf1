import { openCase, settleCase } from '../case/cases.ts'
import type { CommandHandler } from '../handler/command-handler.ts'
import type { Creation, PaymentState } from '../payment/payment-provider.ts'
import type { Purchase } from './purchase.ts'

/** Whether the case is known to be closed, by the handler's `load`, which its copies share. A process that starts does not know. */
const closed = new WeakSet<CommandHandler['load']>()

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
    closed.delete(commands.load)
    const { code, debugId } = answer
    await openCase(commands, { kind, amountCents: 0, code, debugId }, metadata)
  } else if ((answer.is === 'taken' || answer.is === 'pending') && !closed.has(commands.load)) {
    await settleCase(commands, { kind }, { outcome: 'settled' }, metadata)
    closed.add(commands.load)
  }
  return answer
}
