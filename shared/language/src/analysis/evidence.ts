import * as z from 'zod'
import { MOST_EVIDENCE } from '../limits.ts'
import { Id } from '../values/text.ts'
import { asOfInQuery } from './as-of.ts'
import type * as answers from './event-answers.ts'

/**
 * Query of GET /api/analysis/evidence: the event numbers of an answer's evidence, and the answer's `asOf`. With `product`, each row also
 * has the pieces of this product.
 */
export const EvidenceQuery = z.object({
  events: z
    .string()
    .regex(new RegExp(`^\\d{1,12}(,\\d{1,12}){0,${MOST_EVIDENCE - 1}}$`), {
      error: `events must be 1 to ${MOST_EVIDENCE} event numbers, joined by commas`,
    })
    .transform((joined) => joined.split(',').map(Number)),
  asOf: asOfInQuery.optional(),
  product: Id.optional(),
})
export type EvidenceQuery = z.output<typeof EvidenceQuery>

export type Evidence = z.output<typeof answers.Evidence>
export type EvidenceRow = Evidence['rows'][number]
export type EvidenceAmount = NonNullable<EvidenceRow['amount']>
