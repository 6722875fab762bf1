import { caseActs, REFUND_PENDING } from '@shop/language/case/kinds'
import { isShopError, ShopError } from '@shop/language/errors'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import type { JobOutcome } from '@shop/stores/job-queue/job-queue'
import { closedAlready } from '../case/case-decider.ts'
import type { Case } from '../case/case-state.ts'
import { caseAnswered, closeCase, loadCase, noteAttempt, settleCase } from '../case/cases.ts'
import { claim } from '../claim/claims.ts'
import type { CommandHandler } from '../handler/command-handler.ts'
import { furtherCommand } from '../handler/command-metadata.ts'
import { refundDeleted } from '../order/refund-deleted.ts'
import type { Parts } from '../parts.ts'
import { answered, refundHasFailed } from '../payment/payment-provider.ts'
import { pauseWhilePending } from '../payment/refund-pauses.ts'

/**
 * Refunds all the money of a case. Throws CONFLICT if the case is closed or has no money to refund, or if a checkout has used the money
 * meanwhile.
 */
export async function refundCase(
  parts: Parts,
  caseId: string,
  reason: string,
  metadata: CommandMetadata,
): Promise<Case> {
  const { commands } = parts
  const earlier = await caseAnswered(commands, caseId, metadata)
  if (earlier) return earlier
  const { facts, end } = await loadCase(commands, caseId)
  const acts: readonly string[] = caseActs[facts.kind]
  if (end) throw closedAlready()
  if (facts.kind === 'order-deleted' && facts.orderId && facts.refundId) {
    await refundDeleted(parts, { orderId: facts.orderId, refundId: facts.refundId }, reason, metadata)
    return closeCase(commands, caseId, { reason, refundId: facts.refundId }, metadata)
  }
  if (!acts.includes('refund') || !facts.captureId)
    throw new ShopError('CONFLICT', 'There is nothing to refund in this case')
  await claimForCase(commands, caseId, facts.captureId, metadata)
  return inCaseTurn(parts, caseId, async (open) => {
    // Another process may have handled the same request meanwhile.
    const earlier = await caseAnswered(commands, caseId, metadata)
    if (earlier) return earlier
    if (open.end) throw closedAlready()
    const refunded = await requestRefund(parts, open)
    if ('refundId' in refunded) return closeCase(commands, caseId, { reason, refundId: refunded.refundId }, metadata)
    if (refunded.code === REFUND_PENDING && isPending(open)) return open
    return noteAttempt(commands, caseId, { act: 'refund', code: refunded.code, reason }, metadata)
  })
}

/**
 * Queries the provider about a pending refund. If the refund is still pending, returns the pause before the next query (decisions O7:
 * pending refunds). Throws PROVIDER_UNAVAILABLE.
 */
export const lookUpCaseRefund = (parts: Parts, caseId: string, metadata: CommandMetadata): Promise<JobOutcome> =>
  inCaseTurn(parts, caseId, async (open) => {
    const { commands } = parts
    if (open.end || !isPending(open)) return undefined
    const { kind, captureId } = open.facts
    const refunded = await requestRefund(parts, open)
    if ('refundId' in refunded && captureId) {
      await settleCase(commands, { kind, captureId }, { outcome: 'refunded', refundId: refunded.refundId }, metadata)
    } else if ('code' in refunded && refunded.code !== REFUND_PENDING) {
      const own = furtherCommand(metadata, 'refund failed', String(open.attempts.length))
      await noteAttempt(commands, caseId, { act: 'refund', code: refunded.code }, own)
    } else {
      const since = Date.parse(lastOf(open)?.at ?? '')
      return { againInMs: pauseWhilePending(commands.now().getTime() - since) }
    }
    return undefined
  })

/** One process at a time queries the provider about a refund (decisions M15). */
const inCaseTurn = <Result>({ commands, turns }: Parts, caseId: string, work: (open: Case) => Promise<Result>) =>
  turns.inTurn(`refund ${caseId}`, async () => work(await loadCase(commands, caseId)))

const lastOf = ({ attempts }: Case) => attempts.findLast(({ act }) => act === 'refund')
const isPending = (open: Case) => lastOf(open)?.code === REFUND_PENDING

/** While the refund is pending, repeated requests have the same id, so the provider refunds only once. */
async function requestRefund({ payments }: Parts, { caseId, facts, attempts }: Case) {
  const attempt = attempts.filter(({ act, code }) => act === 'refund' && code !== REFUND_PENDING).length
  const asked = { checkoutId: caseId, captureId: facts.captureId ?? '', attempt }
  const answer = answered(await payments.refund(asked))
  if (answer.is === 'refunded') return { refundId: answer.refundId }
  if (answer.is !== 'pending') return { code: answer.code }
  const now = answered(await payments.lookUpRefund(answer.refundId))
  if (now.is === 'refunded') return { refundId: now.refundId }
  return { code: refundHasFailed(now) ? now.code : REFUND_PENDING }
}

/** Claims the capture `key` permanently, so that no checkout can use it. Throws CONFLICT if a checkout has used it already. */
async function claimForCase(commands: CommandHandler, caseId: string, key: string, metadata: CommandMetadata) {
  try {
    await claim(commands, { kind: 'capture', key, ownerId: caseId }, async () => true, metadata)
  } catch (error) {
    if (!isShopError(error, 'CONFLICT')) throw error
    const message =
      'A checkout has used this payment meanwhile, so it cannot be refunded here. Choose “Try again”: that settles the case'
    throw new ShopError('CONFLICT', message, { cause: error })
  }
}
