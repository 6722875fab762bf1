import * as z from 'zod'
import { defineEvent, type EventOf, personal } from './event.ts'

const caseId = z.string()
/** Whose key seals what an admin writes: the customer's; the case's own id where no customer is known. */
const personId = z.string()

/** Money, or a claim on it, that the shop cannot bring to its end by itself: an admin has to see to it (decisions M5). */
export const CaseOpened = defineEvent('CaseOpened', {
  says: 'Money, or a claim on it, that the shop cannot bring to its end by itself: an admin has to see to it.',
  schema: z.object({
    caseId,
    /** A CaseKind of `api/case-kinds.ts`; a later version may know more of them. */
    kind: z.string(),
    customerId: z.nullable(z.string()),
    checkoutId: z.nullable(z.string()),
    orderId: z.nullable(z.string()),
    providerOrderId: z.nullable(z.string()),
    captureId: z.nullable(z.string()),
    refundId: z.nullable(z.string()),
    disputeId: z.nullable(z.string()),
    amountCents: z.int().nonnegative(),
    /** Why, in the provider's word or the shop's. */
    code: z.string(),
    openedAt: z.string(),
  }),
})
/** An admin's retry or refund that the provider refused; `code` is its word. */
export const CaseAttempted = defineEvent('CaseAttempted', {
  says: 'The provider refused what an admin tried; `code` is its word.',
  schema: z.object({ caseId, act: z.enum(['retry', 'refund']), code: z.string(), at: z.string() }),
})
/** `settled`: what was wrong came right, by a retry or by itself. `closed`: by an admin, with a reason. */
export const CaseClosed = defineEvent('CaseClosed', {
  says: 'What needed attention came right (`settled`), was refunded, or was closed by an admin with a reason.',
  schema: z.object({
    caseId,
    personId,
    outcome: z.enum(['refunded', 'settled', 'closed']),
    refundId: z.nullable(z.string()),
    reason: personal(z.string()),
    closedAt: z.string(),
  }),
  personal: { of: 'personId', fields: ['reason'] },
})

export const caseEvents = [CaseOpened, CaseAttempted, CaseClosed] as const
export type CaseEvent = EventOf<(typeof caseEvents)[number]>

export const caseStream = (caseId: string) => `case-${caseId}`
