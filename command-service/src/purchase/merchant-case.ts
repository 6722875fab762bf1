import { openCase, settleCase } from '../case/cases.ts'
import { perHandler } from '../handler/per-handler.ts'
import type { Creation, PaymentState } from '../payment/payment-provider.ts'
import type { Purchase } from './purchase.ts'

const kind = 'payments-refused'

/** A process that has settled the case does not check it again for this long. */
const KNOWN_MS = 60_000

const closedIn = perHandler(() => ({ atMs: 0 }))

/** Opens one case for all problems that only the merchant can remove, such as a wrong secret (decisions M18). */
export async function noteForMerchant<Answer extends Creation | PaymentState>(
  { parts: { commands }, metadata }: Purchase,
  answer: Answer,
): Promise<Answer> {
  if (!('isForMerchant' in answer && answer.isForMerchant)) return answer
  closedIn(commands).atMs = 0
  const { code, debugId } = answer
  await openCase(commands, { kind, amountCents: 0, code, debugId }, metadata)
  return answer
}

/** Also settles the case if the provider has taken the money. */
export async function noteCapture(purchase: Purchase, answer: PaymentState): Promise<PaymentState> {
  const { parts, metadata } = purchase
  const closed = closedIn(parts.commands)
  const nowMs = parts.commands.now().getTime()
  if ((answer.is === 'taken' || answer.is === 'pending') && nowMs - closed.atMs >= KNOWN_MS) {
    await settleCase(parts.commands, { kind }, { outcome: 'settled' }, metadata)
    closed.atMs = nowMs
  }
  return noteForMerchant(purchase, answer)
}

/** Money that a look-up finds can be older than the newest refusal. So only an order that was created later settles the case. */
export async function noteLookUp(purchase: Purchase, found: PaymentState): Promise<PaymentState> {
  const begunAt = found.is === 'taken' && found.order.createdAt
  if (begunAt) await settleCase(purchase.parts.commands, { kind }, { outcome: 'settled', begunAt }, purchase.metadata)
  return noteForMerchant(purchase, found)
}
