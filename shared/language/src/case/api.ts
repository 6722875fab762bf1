import * as z from 'zod'
import { MAX_TEXT } from '../limits.ts'
import { paging, search, sortedBy } from '../values/list-query.ts'
import { requiredLines } from '../values/text.ts'
import type * as answers from './answers.ts'

/** By default, open cases come first, and then closed cases, each newest first. */
export const CaseQuery = z.object({
  search,
  sortBy: sortedBy('oldest', 'amountdesc').optional(),
  status: z.enum(['open', 'closed']).optional(),
  ...paging,
})
export type CaseQuery = z.output<typeof CaseQuery>

export const CaseReasonBody = z.object({ reason: requiredLines(MAX_TEXT.reason) })

export const CloseCaseBody = CaseReasonBody.extend({
  moneyTaken: z
    .boolean()
    .optional()
    .describe('For a `dispute-lost` case: true if the provider has taken the money. The order counts it as refunded'),
  moneyBack: z
    .boolean()
    .optional()
    .describe(
      'For the case of a reversal: true if the provider has given the money back to the shop. The order counts it as paid',
    ),
}).refine(({ moneyTaken, moneyBack }) => !moneyTaken || !moneyBack, {
  path: ['moneyBack'],
  message: 'Money is either taken or back',
})

export type Case = z.output<typeof answers.Case>
