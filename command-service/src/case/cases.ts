import { caseStream, type Dispute } from '@shop/language/case/events'
import { type CaseAct, type CaseKind, isCollecting } from '@shop/language/case/kinds'
import { idFrom } from '@shop/language/values/id-from'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import type { CommandHandler } from '../handler/command-handler.ts'
import { onceOnly } from '../handler/command-metadata.ts'
import { perHandler } from '../handler/per-handler.ts'
import { type CaseCommand, caseDecider, unknownCase } from './case-decider.ts'
import { isNews } from './case-news.ts'
import type { Case } from './case-state.ts'

export type CaseSubject = Readonly<{
  kind: CaseKind
  customerId?: string
  checkoutId?: string
  orderId?: string
  providerOrderId?: string
  captureId?: string
  refundId?: string
  disputeId?: string
}>

type NewCase = CaseSubject &
  Readonly<{
    amountCents: number
    /** The issue that the provider names, otherwise a code of the provider or the shop, such as `REFUND_NOT_ALLOWED`. */
    code: string
    debugId?: string | undefined
    dispute?: Dispute | undefined
  }>

/**
 * Opens a case under "Needs attention" (decisions M5). There is one case for each kind and subject (`caseIdOf`). If the facts are new, an open case
 * records them. A closed case reopens only if its dispute continues. A collecting kind has one case for the whole shop, which counts
 * repetitions and always reopens (decisions M18: refused payments).
 */
export async function openCase(commands: CommandHandler, wanted: NewCase, metadata: CommandMetadata): Promise<string> {
  const { kind, amountCents, code, debugId = null, dispute = null, ...known } = wanted
  const caseId = caseIdOf(wanted)
  const ids = { customerId: null, checkoutId: null, orderId: null, providerOrderId: null, captureId: null }
  const openedAt = commands.now().toISOString()
  const news = { amountCents, code, debugId, dispute, openedAt }
  const facts = { ...ids, refundId: null, disputeId: null, ...known, kind, ...news }
  const stream = caseStream(caseId)
  const unrecorded = unrecordedIn(commands)
  const times = (unrecorded.get(caseId) ?? 0) + 1
  if (isCollecting(kind)) {
    const { state } = await commands.load(caseDecider, stream)
    if (state && !state.end && !isNews(state, facts, times)) {
      // Other requests may have counted since this request read `times`.
      unrecorded.set(caseId, (unrecorded.get(caseId) ?? 0) + 1)
      return caseId
    }
    unrecorded.delete(caseId)
  }
  const once = onceOnly(metadata, 'open case', caseId, code, debugId ?? '', openedAt, dispute?.changedAt ?? '')
  await commands.ensure(caseDecider, stream, { type: 'Open', caseId, facts, times }, once)
  return caseId
}

/** Does nothing if the case is not open. `begunAt`: also does nothing if the case has been updated since. */
export async function settleCase(
  commands: CommandHandler,
  subject: CaseSubject,
  end: Readonly<{
    outcome: 'refunded' | 'settled' | 'lost'
    refundId?: string | undefined
    dispute?: Dispute | null
    begunAt?: string
  }>,
  metadata: CommandMetadata,
) {
  const caseId = caseIdOf(subject)
  const { outcome, refundId = null, dispute, begunAt } = end
  const at = commands.now().toISOString()
  const settle = { type: 'Settle', caseId, outcome, refundId, at, dispute, begunAt } as const
  // Two reports of one dispute may arrive within a millisecond, so the id contains the report's time.
  const once = onceOnly(metadata, 'settle case', caseId, at, dispute?.changedAt ?? '')
  await commands.ensure(caseDecider, caseStream(caseId), settle, once)
}

/** Settles the case after a checkout has claimed the money. */
export const settleMatched = (commands: CommandHandler, captureId: string, metadata: CommandMetadata) =>
  settleCase(commands, { kind: 'payment-unmatched', captureId }, { outcome: 'settled' }, metadata)

export const settleUnknownPayment = (commands: CommandHandler, providerOrderId: string, metadata: CommandMetadata) =>
  settleCase(commands, { kind: 'payment-unknown', providerOrderId }, { outcome: 'settled' }, metadata)

/** Throws NOT_FOUND, or CONFLICT if the case is closed already. */
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

/** `code`: why the case is not settled. `reason`: why the admin tried. */
export function noteAttempt(
  commands: CommandHandler,
  caseId: string,
  tried: Readonly<{ act: CaseAct; code: string; reason?: string }>,
  metadata: CommandMetadata,
) {
  const attempt = { reason: '', ...tried, at: commands.now().toISOString() }
  return onCase(commands, { type: 'NoteAttempt', caseId, attempt }, metadata)
}

export async function isCaseOpen(commands: CommandHandler, subject: CaseSubject): Promise<boolean> {
  const known = await caseAbout(commands, subject)
  return known !== undefined && !known.end
}

/** The first subject that has an open case. */
export async function firstOpen<Subject extends CaseSubject>(
  commands: CommandHandler,
  subjects: readonly Subject[],
): Promise<Subject | undefined> {
  const areOpen = await Promise.all(subjects.map((subject) => isCaseOpen(commands, subject)))
  return subjects[areOpen.indexOf(true)]
}

export const caseAbout = async (commands: CommandHandler, subject: CaseSubject) =>
  (await commands.load(caseDecider, caseStream(caseIdOf(subject)))).state

/** Whether an admin has closed one of these cases and none is open. If so, the shop must not try again. */
export async function isGivenUp(commands: CommandHandler, subjects: readonly CaseSubject[]): Promise<boolean> {
  const known = (await Promise.all(subjects.map((subject) => caseAbout(commands, subject)))).flatMap((one) => one ?? [])
  return known.every(({ end }) => end) && known.some(({ end }) => end?.outcome === 'closed')
}
/** The code of a refund that is not tried again, because an admin has closed its case. */
export const CASE_CLOSED = 'CASE_CLOSED'

/** Throws NOT_FOUND. */
export async function loadCase(commands: CommandHandler, caseId: string): Promise<Case> {
  const { state } = await commands.load(caseDecider, caseStream(caseId))
  if (!state) throw unknownCase()
  return state
}

/** The case after the same request, if the request was handled before. */
export const caseAnswered = async (commands: CommandHandler, caseId: string, metadata: CommandMetadata) =>
  (await commands.answered(caseDecider, caseStream(caseId), metadata))?.state

async function onCase(commands: CommandHandler, command: CaseCommand, metadata: CommandMetadata): Promise<Case> {
  const { state } = await commands.handle(caseDecider, caseStream(command.caseId), command, metadata)
  if (!state) throw unknownCase()
  return state
}

/** Uses the most specific known id. A collecting kind has one id without a subject. */
function caseIdOf({
  kind,
  customerId,
  checkoutId,
  orderId,
  providerOrderId,
  captureId,
  refundId,
  disputeId,
}: CaseSubject) {
  const subject = disputeId ?? refundId ?? captureId ?? providerOrderId ?? orderId ?? checkoutId ?? customerId ?? ''
  return idFrom('case', kind, isCollecting(kind) ? '' : subject)
}

/**
 * By case id: the number of problems that the case has not recorded yet. A restart loses these numbers, so `times` in a case is a minimum.
 */
const unrecordedIn = perHandler(() => new Map<string, number>())
