import type { CaseAct, CaseKind } from '@shop/language/api/case-kinds'
import { caseStream } from '@shop/language/events/case-events'
import { idFrom } from '@shop/language/id-from'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import type { CommandHandler } from '../handler/command-handler.ts'
import { onceOnly } from '../handler/command-metadata.ts'
import { type Case, type CaseCommand, caseDecider, unknownCase } from './case-decider.ts'

/** What a case is about: ids of what is known, in the shop or at the provider. */
export type CaseSubject = Readonly<{
  kind: CaseKind
  checkoutId?: string
  orderId?: string
  providerOrderId?: string
  captureId?: string
  refundId?: string
  disputeId?: string
}>

type NewCase = CaseSubject &
  Readonly<{
    customerId?: string
    /** The money that it is about, in cents. */
    amountCents: number
    /** Why, in the provider's word or the shop's: `REFUND_NOT_ALLOWED`. */
    code: string
  }>

/**
 * Opens a case under "Needs attention" (decisions M5), once for each subject: another call with the same kind, and the same
 * dispute, else refund, else capture, else order, changes nothing, also after the case is closed. Returns its id.
 */
export async function openCase(commands: CommandHandler, wanted: NewCase, metadata: CommandMetadata): Promise<string> {
  const { kind, amountCents, code, ...known } = wanted
  const caseId = caseIdOf(wanted)
  const ids = { customerId: null, checkoutId: null, orderId: null, providerOrderId: null, captureId: null }
  const openedAt = commands.now().toISOString()
  const facts = { ...ids, refundId: null, disputeId: null, ...known, kind, amountCents, code, openedAt }
  const open = { type: 'Open', caseId, facts } as const
  await commands.ensure(caseDecider, caseStream(caseId), open, onceOnly(metadata, 'open case', caseId))
  return caseId
}

/** Closes the case of this subject because it came right; does nothing if none is open. */
export async function settleCase(
  commands: CommandHandler,
  subject: CaseSubject,
  end: Readonly<{ outcome: 'refunded' | 'settled'; refundId?: string }>,
  metadata: CommandMetadata,
) {
  const caseId = caseIdOf(subject)
  const { outcome, refundId = null } = end
  const settle = { type: 'Settle', caseId, outcome, refundId, at: commands.now().toISOString() } as const
  await commands.ensure(caseDecider, caseStream(caseId), settle, onceOnly(metadata, 'settle case', caseId))
}

/** Closes the case of money that no checkout knew of, now that one has claimed it; does nothing if none is open. */
export const settleMatched = (commands: CommandHandler, captureId: string, metadata: CommandMetadata) =>
  settleCase(commands, { kind: 'payment-unmatched', captureId }, { outcome: 'settled' }, metadata)

/** Closes the case of a payment that the provider refused to tell of, now that it tells; does nothing if none is open. */
export const settleTold = (commands: CommandHandler, providerOrderId: string, metadata: CommandMetadata) =>
  settleCase(commands, { kind: 'payment-unknown', providerOrderId }, { outcome: 'settled' }, metadata)

/** Closes a case for an admin, who says why. Throws NOT_FOUND, or CONFLICT if it is closed already. */
export function closeCase(
  commands: CommandHandler,
  caseId: string,
  { reason, refundId = null }: Readonly<{ reason: string; refundId?: string | null }>,
  metadata: CommandMetadata,
) {
  const at = commands.now().toISOString()
  const outcome = refundId === null ? 'closed' : 'refunded'
  return onCase(commands, { type: 'Close', caseId, reason, at, outcome, refundId }, metadata)
}

/** Notes that the provider refused again what an admin tried; `code` is its word. */
export function noteAttempt(
  commands: CommandHandler,
  caseId: string,
  tried: Readonly<{ act: CaseAct; code: string }>,
  metadata: CommandMetadata,
) {
  const attempt = { ...tried, at: commands.now().toISOString() }
  return onCase(commands, { type: 'NoteAttempt', caseId, attempt }, metadata)
}

/** A case's current state. Throws NOT_FOUND. */
export async function loadCase(commands: CommandHandler, caseId: string): Promise<Case> {
  const { state } = await commands.load(caseDecider, caseStream(caseId))
  if (!state) throw unknownCase()
  return state
}

async function onCase(commands: CommandHandler, command: CaseCommand, metadata: CommandMetadata): Promise<Case> {
  const { state } = await commands.handle(caseDecider, caseStream(command.caseId), command, metadata)
  if (!state) throw unknownCase()
  return state
}

/** One case for each kind and what names its subject best. */
const caseIdOf = ({ kind, checkoutId, orderId, providerOrderId, captureId, refundId, disputeId }: CaseSubject) =>
  idFrom('case', kind, disputeId ?? refundId ?? captureId ?? providerOrderId ?? orderId ?? checkoutId ?? '')
