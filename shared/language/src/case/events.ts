import * as z from 'zod'
import { defineEvent, type EventOf, personal } from '../events/event.ts'

const caseId = z.string()
/** The owner of the key that seals the admin's texts: the customer or, if no customer is known, the case itself. */
const personId = z.string()

/** In the provider's words. A field is null if the provider does not give it. */
export const Dispute = z.object({
  status: z.nullable(z.string()),
  stage: z.nullable(z.string()),
  /** The merchant must answer by this time. */
  dueAt: z.nullable(z.string()),
  outcome: z.nullable(z.string()),
  changedAt: z.nullable(z.string()),
})
export type Dispute = z.output<typeof Dispute>

const news = {
  amountCents: z.int().nonnegative(),
  /** The reason, in the provider's words or in the shop's words. */
  code: z.string(),
  /** The provider's support needs this id. */
  debugId: z.nullable(z.string()),
  /** Null if the case is not about a dispute, and in version 1 of `CaseOpened`. */
  dispute: z.nullable(Dispute),
}

/** Failures of paying (decisions M5). */
export const CaseOpened = defineEvent('CaseOpened', {
  says: 'The shop has a problem that it cannot solve by itself, usually about money. An admin must act.',
  schema: z.object({
    caseId,
    /** A `CaseKind`. A later version of the shop may add kinds. */
    kind: z.string(),
    customerId: z.nullable(z.string()),
    checkoutId: z.nullable(z.string()),
    orderId: z.nullable(z.string()),
    providerOrderId: z.nullable(z.string()),
    captureId: z.nullable(z.string()),
    refundId: z.nullable(z.string()),
    disputeId: z.nullable(z.string()),
    ...news,
    openedAt: z.string(),
  }),
  upcasters: [(data) => ({ ...data, debugId: null, dispute: null })],
})
/** `times`: the problem has happened at least this often since the case was last opened. */
const happenedAgain = z.object({ caseId, ...news, times: z.int().positive(), at: z.string() })
export const CaseUpdated = defineEvent('CaseUpdated', {
  says: 'The problem of a case happened again, or its facts have changed; the problem happened at least `times` times.',
  schema: happenedAgain,
})
export const CaseReopened = defineEvent('CaseReopened', {
  says: 'The problem of a closed case happened again, so the case is open again.',
  schema: happenedAgain,
})
export const CaseAttempted = defineEvent('CaseAttempted', {
  says: 'The provider refused an admin’s retry or refund, or has accepted but not completed it; `code` is the reason.',
  schema: z.object({
    caseId,
    personId,
    act: z.enum(['retry', 'refund']),
    code: z.string(),
    /** The admin's reason for the refund. Empty for a retry, and in version 1 of this event type. */
    reason: personal(z.string()),
    at: z.string(),
  }),
  upcasters: [(data) => ({ ...data, personId: data.caseId, reason: '' })],
  personal: { of: 'personId', fields: ['reason'] },
})
/** `settled`: the problem was solved by a retry, or by itself. */
export const CaseClosed = defineEvent('CaseClosed', {
  says: 'A case is closed: its problem is solved (`settled`), its money was refunded, the shop lost the dispute (`lost`), or an admin closed the case with a reason.',
  schema: z.object({
    caseId,
    personId,
    outcome: z.enum(['refunded', 'settled', 'lost', 'closed']),
    refundId: z.nullable(z.string()),
    reason: personal(z.string()),
    closedAt: z.string(),
  }),
  upcasters: [(data) => data],
  personal: { of: 'personId', fields: ['reason'] },
})

export const caseEvents = [CaseOpened, CaseUpdated, CaseReopened, CaseAttempted, CaseClosed] as const
export type CaseEvent = EventOf<(typeof caseEvents)[number]>

export const caseStream = (caseId: string) => `case-${caseId}`
