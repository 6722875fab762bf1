import { caseActs } from '@shop/language/api/case-kinds'
import { isShopError, ShopError } from '@shop/language/errors'
import { caseStream } from '@shop/language/events/case-events'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import { caseDecider, closedAlready } from '../case/case-decider.ts'
import type { Case } from '../case/case-state.ts'
import { closeCase, loadCase, noteAttempt } from '../case/cases.ts'
import { claim } from '../claim/claims.ts'
import type { CommandHandler } from '../handler/command-handler.ts'
import type { Parts } from '../parts.ts'
import { answered } from '../payment/payment-provider.ts'

/**
 * Gives back the whole money that a case is about, for an admin who says why; a refusal is noted with the case. Throws NOT_FOUND,
 * CONFLICT for a closed case, one of another kind or money that a checkout has used meanwhile, or PROVIDER_UNAVAILABLE.
 */
export async function refundCase(
  parts: Parts,
  caseId: string,
  reason: string,
  metadata: CommandMetadata,
): Promise<Case> {
  const { commands, payments } = parts
  const earlier = await commands.answered(caseDecider, caseStream(caseId), metadata)
  if (earlier?.state) return earlier.state
  const { facts, end } = await loadCase(commands, caseId)
  const acts: readonly string[] = caseActs[facts.kind]
  if (end) throw closedAlready()
  if (!acts.includes('refund') || !facts.captureId)
    throw new ShopError('CONFLICT', 'There is nothing to refund in this case')
  await claimForCase(commands, caseId, facts.captureId, metadata)
  const answer = answered(await payments.refund({ checkoutId: caseId, captureId: facts.captureId, attempt: 0 }))
  if (answer.is === 'refused' || answer.is === 'not carried out')
    return noteAttempt(commands, caseId, { act: 'refund', code: answer.code }, metadata)
  return closeCase(commands, caseId, { reason, refundId: answer.refundId }, metadata)
}

/**
 * Claims the money for its case, for good: from then on no checkout can use it. Throws CONFLICT if one has used it meanwhile.
 */
async function claimForCase(commands: CommandHandler, caseId: string, key: string, metadata: CommandMetadata) {
  try {
    await claim(commands, { kind: 'capture', key, ownerId: caseId }, async () => true, metadata)
  } catch (error) {
    if (!isShopError(error, 'CONFLICT')) throw error
    const message = 'A checkout has used this payment meanwhile. Try the case again, which settles it'
    throw new ShopError('CONFLICT', message, { cause: error })
  }
}
